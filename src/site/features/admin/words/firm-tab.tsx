import { FIRM_PARTS, type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { firmForm as words } from '#site/content/words-form.ts';
import { readWordsOf } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import type { PublicPath } from '#site/route-table.ts';
import { useAdminQuery } from '../queries.ts';
import { countChanged, type NamedPage, wordsIn } from './drafts.ts';
import { WordsTab } from './words-tab.tsx';

const FIRM: NamedPage = { name: 'firm', schema: firmSchema, builtIn: builtInFirmWords };

/** The facts of the firm, in parts; each has a form of its own over the same row. */
export function FirmTab() {
  const query = useAdminQuery([...QUERY_KEYS.adminWords, FIRM.name], (client) => readWordsOf(client, FIRM.name));
  return (
    <WordsTab
      words={words}
      query={query}
      countIn={(row) => countChanged(FIRM, row)}
      partsIn={(row) =>
        FIRM_PARTS.map((part) => ({
          page: FIRM,
          row,
          ...part,
          path: PATHS[part.fields[0]],
          says: summaryOf(part, wordsIn(FIRM, row) as FirmWords),
        }))
      }
    />
  );
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
