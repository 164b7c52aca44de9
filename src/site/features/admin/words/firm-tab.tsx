import { FIRM_PARTS, type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { ENQUIRIES } from '#site/content/word-pages.ts';
import { firmForm as words } from '#site/content/words-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { WordsRow } from '#site/gateway/site-words.ts';
import { hasSystemService } from '#site/gateway/system.ts';
import type { PublicPath } from '#site/route-table.ts';
import { countChanged, type NamedPage, wordsIn } from './drafts.ts';
import { type WordsPart, WordsTab } from './words-tab.tsx';

const FIRM: NamedPage = { name: 'firm', schema: firmSchema, builtIn: builtInFirmWords };

/** The facts of the firm, in parts; each has a form of its own over the same row. */
export function FirmTab() {
  return (
    <WordsTab
      words={words}
      countIn={(rows) => (rows.has(FIRM.name) ? countChanged(FIRM, rows.get(FIRM.name)!) : 0)}
      partsIn={(rows) => [...firmParts(rows.get(FIRM.name)), ...enquiryParts(rows.get(ENQUIRIES.name))]}
    />
  );
}

function firmParts(row: WordsRow | undefined): WordsPart[] {
  if (!row) return [];
  return FIRM_PARTS.map((part) => ({
    page: FIRM,
    row,
    ...part,
    path: PATHS[part.fields[0]],
    says: summaryOf(part, wordsIn(FIRM, row) as FirmWords),
  }));
}

/** With a hosted project EmailJS knows who receives enquiries. */
function enquiryParts(row: WordsRow | undefined): WordsPart[] {
  if (!row || !hasSystemService()) return [];
  const { recipients } = wordsIn(ENQUIRIES, row) as typeof ENQUIRIES.builtIn;
  const { heading, asSet } = words.enquiries;
  const says = recipients.join(', ') || asSet;
  return [{ page: ENQUIRIES, row, heading, fields: ['recipients'], says, messages: DASHBOARD_MESSAGES.recipients }];
}

/** A page that shows most of a part, by its first field. */
const PATHS: Readonly<Record<(typeof FIRM_PARTS)[number]['fields'][0], PublicPath>> = {
  name: '/about',
  phone: '/contact',
  social: '/contact',
  mainOfficeLabel: '/contact',
  people: '/team',
};

/** What a part of the facts says now, in one line. */
function summaryOf({ fields }: (typeof FIRM_PARTS)[number], facts: FirmWords): string {
  const [first] = fields;
  if (first === 'name') return `${facts.name}, ${facts.founded}`;
  if (first === 'phone') return `${facts.phone.display}, ${facts.email}`;
  if (first === 'social') return facts.social.map(({ label }) => label).join(', ');
  if (first === 'people') return facts.people.map(({ name }) => name).join(', ');
  return [facts.mainOfficeLabel, ...facts.otherOffices.map(({ label }) => label)].join('; ');
}
