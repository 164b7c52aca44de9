import { z } from 'zod';
import { indiaDay } from '../date.ts';
import { closing, heading, intro, line, oneOfEach, paragraph, searchWords, section } from './fields.ts';
import { FIELDS } from './firm.ts';

/** What administrators may change on each page of a service: the words that all of them have, and parts of the others. */

/** A day on which the law can have been checked: a date that exists, not after today in India. */
function isPastDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00+05:30`);
  // February 31 is March 3 for the parser.
  return time <= Date.now() && indiaDay(time) === text;
}

/** What all pages begin and end with. */
const first = {
  lead: paragraph(400, { label: 'First sentences', hint: 'Below the title: what the firm does, and for whom.' }),
  brief: section('The service in brief', {
    whatItIs: paragraph(400, { label: 'What it is' }),
    whoNeedsIt: paragraph(300, { label: 'Who needs it' }),
    whatWeDo: paragraph(300, { label: 'What we do' }),
    whatYouReceive: paragraph(300, { label: 'What you receive' }),
    howLong: paragraph(300, { label: 'How long it takes' }),
  }),
  partner: z.enum(Object.keys(FIELDS) as [keyof typeof FIELDS]).meta({
    label: 'Responsible',
    hint: 'The person of the tab Firm who leads the field.',
    choices: FIELDS,
  }),
  lawAsOf: z.string().refine(isPastDay).meta({
    label: 'Law as of',
    hint: 'The day on which somebody last checked the law of the page.',
    error: 'choose a day that is not in the future.',
    input: 'date',
  }),
};
const last = {
  questions: z
    .array(
      z.object({
        question: line(140, { label: 'Question' }),
        answer: paragraph(500, { label: 'Answer' }),
      }),
    )
    .min(1)
    .max(6)
    .meta({ label: 'Questions we are asked', hint: 'Printed, and for search engines.', item: 'question' }),
  closing,
  ...searchWords,
};

/** The words of a page in their order on it; `own` are those that only this page has. */
export const service = <Own extends z.ZodRawShape>(own: Own) => z.object({ ...first, ...own, ...last });

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A list of short lines, called by what one of them is. */
export const lines = (item: string, most = 6) =>
  z
    .array(line(100, { label: capitalised(item) }))
    .min(1)
    .max(most)
    .meta({ label: `${capitalised(item)}s`, item });

/** Entries with a place of their own on the page, to which links lead. */
export const entries = <Id extends string, More extends z.ZodRawShape>(ids: readonly [Id, ...Id[]], more: More) =>
  oneOfEach(
    ids,
    { title: line(70, { label: 'Title' }), text: paragraph(800, { label: 'Text' }), ...more },
    { label: 'Entries', item: 'entry' },
  );

export const list = <Items extends z.ZodType>(label: string, items: Items) =>
  section(label, { heading: heading(), items });
export const introduced = <Items extends z.ZodType>(label: string, items: Items) =>
  section(label, { heading: heading(), intro, items });

/** A table: its columns by name, with the words for them. The first names the row. */
export function table<Column extends string>(label: string, columns: Readonly<Record<Column, string>>) {
  const cells = (max: number) =>
    z.object(
      Object.fromEntries(
        Object.entries<string>(columns).map(([name, words]) => [name, line(max, { label: words })]),
      ) as Record<Column, ReturnType<typeof line>>,
    );
  return section(label, {
    heading: heading(),
    intro,
    columns: cells(40).meta({ label: 'Columns' }),
    rows: z.array(cells(120)).min(2).max(10).meta({ label: 'Rows', item: 'row' }),
  });
}

export type ServiceWords = z.infer<z.ZodObject<typeof first & typeof last>>;
