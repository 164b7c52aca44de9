import { type FIRM_PARTS, type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { readWords } from '#contract/words/stored-words.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import type { WordsRow } from '#site/gateway/site-words.ts';

export type FirmPart = (typeof FIRM_PARTS)[number];

/** The facts in force with this row. */
export const factsIn = ({ words }: Pick<WordsRow, 'words'>): FirmWords =>
  readWords(firmSchema, builtInFirmWords, words).words;

/** What a part of the facts says now, in one line. */
export function summaryOf({ fields }: FirmPart, words: FirmWords): string {
  const [first] = fields;
  if (first === 'name') return `${words.name}, ${words.founded}`;
  if (first === 'phone') return `${words.phone.display}, ${words.email}`;
  if (first === 'social') return words.social.map(({ label }) => label).join(', ');
  if (first === 'people') return words.people.map(({ name }) => name).join(', ');
  return [words.mainOfficeLabel, ...words.otherOffices.map(({ label }) => label)].join('; ');
}
