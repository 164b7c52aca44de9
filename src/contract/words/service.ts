import { z } from 'zod';
import { closing, heading, intro, line, oneOfEach, paragraph, points, searchWords, section } from './fields.ts';
import { FIELDS } from './firm.ts';

/** What administrators may change on the pages of services: the words that all of them have, and those of each. */

/** A day on which the law can have been checked: a date that exists, not after today in India. */
function isPastDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00+05:30`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && time <= Date.now();
}

/** What all pages begin and end with. */
const first = {
  lead: paragraph(400, { label: 'First sentences', hint: 'Below the title: what the firm does, and for whom.' }),
  brief: section('The service in brief', {
    whatItIs: paragraph(400, { label: 'What it is' }),
    whoNeedsIt: paragraph(300, { label: 'Who needs it' }),
    whatWeDo: paragraph(300, { label: 'What we do' }),
    whatYouReceive: paragraph(300, { label: 'What you receive' }),
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
const service = <Own extends z.ZodRawShape>(own: Own) => z.object({ ...first, ...own, ...last });

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A list of short lines, called by what one of them is. */
const lines = (item: string, most = 6) =>
  z
    .array(line(100, { label: capitalised(item) }))
    .min(1)
    .max(most)
    .meta({ label: `${capitalised(item)}s`, item });

const goesWrong = paragraph(220, { label: 'What usually goes wrong' });
const scoped = { scope: lines('subject'), goesWrong };

/** Entries with a place of their own on the page, to which links lead. */
const entries = <Id extends string, More extends z.ZodRawShape>(ids: readonly [Id, ...Id[]], more: More) =>
  oneOfEach(
    ids,
    { title: line(70, { label: 'Title' }), text: paragraph(800, { label: 'Text' }), ...more },
    { label: 'Entries', item: 'entry' },
  );

const list = <Items extends z.ZodType>(label: string, items: Items) => section(label, { heading: heading(), items });
const introduced = <Items extends z.ZodType>(label: string, items: Items) =>
  section(label, { heading: heading(), intro, items });

/** A table: its columns by name, with the words for them. The first names the row. */
function table<Column extends string>(label: string, columns: Readonly<Record<Column, string>>) {
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

/** Payments in one direction, and what is reported of each. */
const way = (label: string) => section(label, { title: line(70, { label: 'Title' }), items: points(1, 6) });

const numbered = {
  shortTitle: line(30, { label: 'Short title', hint: 'In the list beside the page, and in the stages.' }),
  ...scoped,
};

/** By the end of the address of the page. */
export const serviceSchemas = {
  'foreign-trade-policy': service({
    facilitation: introduced(
      'Essential facilitation',
      entries(['iec', 'advance-authorisation', 'epcg', 'dfia'], scoped),
    ),
    specialized: introduced('Specialized compliance', entries(['restricted-items', 'scomet'], scoped)),
    advisory: introduced(
      'Advisory, audit and disputes',
      entries(['scheme-advisory', 'authorisation-audit', 'trade-disputes'], scoped),
    ),
    years: section('Years of an authorisation', {
      heading: heading(),
      intro,
      notes: points(5, 5).meta({
        label: 'Notes',
        item: 'note',
        hint: 'One below each of the first four years, the last below the two that remain.',
      }),
      caution: paragraph(160, { label: 'Reservation' }),
    }),
    schemes: table('Comparison of schemes', {
      name: 'Scheme',
      relieves: 'What it relieves',
      when: 'When',
      requires: 'What it requires',
      transfer: 'Transfer',
    }),
    sample: introduced('Outline of a tracker', lines('line', 12)),
    reasons: list('Reasons', points(2, 6)),
  }),
  'rbi-fema-compliance': service({
    flow: section('Money in and out', {
      heading: heading(),
      intro,
      columns: section('Columns', {
        money: line(40, { label: 'Payment' }),
        bank: line(30, { label: 'Bank' }),
        report: line(40, { label: 'Report' }),
      }),
      into: way('Into India'),
      outOf: way('Out of India'),
    }),
    foreignExchange: introduced(
      'Foreign exchange',
      entries(['fema-compliance', 'ecb-advisory', 'fdi-advisory'], scoped),
    ),
    additionalServices: list(
      'Additional services',
      entries(
        [
          'overseas-investment',
          'export-and-import-payments',
          'guarantees',
          'compounding',
          'offices-in-india',
          'trade-entries',
        ],
        {},
      ),
    ),
    individuals: introduced(
      'Individuals',
      entries(['remittances', 'investment-by-individuals', 'non-residents', 'moving-to-or-from-india'], scoped),
    ),
    internationalTax: introduced('International taxation', entries(['cross-border-advisory', 'dtaa', 'beps'], scoped)),
    transferPricing: introduced(
      'Transfer pricing',
      entries(['planning-and-documentation', 'audit-and-litigation'], scoped),
    ),
  }),
  'customs-compliance': service({
    stages: section('Life of a consignment', {
      heading: heading(),
      titles: section('Stages', {
        shipment: line(40, { label: 'First stage' }),
        arrival: line(40, { label: 'Second stage' }),
        factory: line(40, { label: 'Third stage' }),
        export: line(40, { label: 'Fourth stage' }),
        clearance: line(40, { label: 'Fifth stage' }),
      }),
    }),
    status: list('Status and duty schemes', entries(['aeo', 'moowr', 'duty-drawback'], numbered)),
    value: list(
      'Value and duty',
      entries(['valuation-and-classification', 'general-advisory', 'gst-on-trade'], numbered),
    ),
    disputes: list(
      'Disputes and review',
      entries(['svb-matters', 'litigation-and-appeals', 'audit-and-review'], numbered),
    ),
  }),
  'market-entry': service({}),
  'financial-due-diligence': service({}),
  'quality-control': service({}),
  'ongoing-compliance': service({}),
  'government-liaison': service({}),
  'navigating-india-toreign-trade': service({}),
};

export type ServiceName = keyof typeof serviceSchemas;
export type ServiceWords = z.infer<z.ZodObject<typeof first & typeof last>>;
/** The words that only one page has. */
export type OwnWords<Name extends ServiceName> = Omit<z.infer<(typeof serviceSchemas)[Name]>, keyof ServiceWords>;
