import { z } from 'zod';
import { heading, intro, line, oneOfEach, paragraph, paragraphs, point, points, section } from './fields.ts';
import { entries, introduced, lines, list, service, type ServiceWords, table } from './service.ts';

/** What administrators may change on the pages of services. */

const output = paragraph(160, { label: 'At the end of the phase' });
const goesWrong = paragraph(220, { label: 'What usually goes wrong' });
const scoped = { scope: lines('subject'), goesWrong };

/** Payments in one direction, and what is reported of each. */
const way = (label: string) => section(label, { title: line(70, { label: 'Title' }), items: points(1, 6) });

const numbered = {
  shortTitle: line(30, { label: 'Short title', hint: 'In the list beside the page, and in the stages.' }),
  ...scoped,
};

/** A destination, at the head of the page. */
const card = (label: string) =>
  section(label, {
    name: line(30, { label: 'Name' }),
    text: paragraph(160, { label: 'Text' }),
    topics: z
      .array(line(40, { label: 'Topic' }))
      .min(1)
      .max(4)
      .meta({ label: 'Topics', item: 'topic' }),
  });

/** By the end of the address of the page. A schema is made when it is used: each of its fields takes kilobytes of memory. */
export const serviceSchemas = {
  'foreign-trade-policy': () =>
    service({
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
  'rbi-fema-compliance': () =>
    service({
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
      internationalTax: introduced(
        'International taxation',
        entries(['cross-border-advisory', 'dtaa', 'beps'], scoped),
      ),
      transferPricing: introduced(
        'Transfer pricing',
        entries(['planning-and-documentation', 'audit-and-litigation'], scoped),
      ),
    }),
  'customs-compliance': () =>
    service({
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
  'market-entry': () =>
    service({
      forms: introduced('Forms of entry', points(2, 9)),
      phases: introduced(
        'First phases',
        entries(['phase-1-strategy', 'phase-2-formation', 'phase-3-registrations'], {
          scope: lines('step'),
          output,
          goesWrong,
        }),
      ),
      laterPhases: introduced(
        'Later phases',
        entries(['phase-4-bank-account', 'phase-5-tax-compliance', 'phase-6-ongoing-compliance'], {
          output,
          goesWrong,
        }),
      ),
      sample: introduced('Outline of an entry note', lines('line', 12)),
    }),
  'financial-due-diligence': () =>
    service({
      limits: section('What it is not', { heading: heading(), paragraphs: paragraphs(4) }),
      areas: introduced(
        'Areas of analysis',
        entries(
          [
            'quality-of-earnings',
            'working-capital-and-cash-flow',
            'net-debt-and-commitments',
            'tax-and-regulatory-exposure',
          ],
          { scope: lines('question'), goesWrong },
        ),
      ),
      bridge: section('From reported to adjusted profit', {
        heading: heading(),
        intro,
        steps: points(6, 6).meta({
          label: 'Steps',
          item: 'step',
          hint: 'The drawing is fixed: the first and the last are totals, the fourth adds, the others subtract.',
        }),
      }),
      additionalServices: list('Further reviews', points(2, 12)),
      transactions: introduced('Types of transaction', points(2, 8)),
      sample: introduced('Outline of a summary', lines('line', 12)),
    }),
  'quality-control': () =>
    service({
      mechanisms: introduced(
        'Mechanisms',
        entries(['quality-complaints', 'policy-relaxation', 'grievance-redressal', 'adjudication-appeal-review'], {
          hears: paragraph(200, { label: 'What it hears' }),
          limit: paragraph(200, { label: 'Its limits' }),
          goesWrong,
        }),
      ),
      guidance: introduced(
        'How we work',
        entries(['case-assessment', 'evidence', 'drafting-and-appearance', 'prevention'], {}),
      ),
      qualityAtTheBorder: introduced(
        'Quality at the border',
        entries(['quality-control-orders', 'product-approvals', 'export-inspection', 'goods-held-or-refused'], scoped),
      ),
    }),
  'ongoing-compliance': () =>
    service({
      calendar: introduced(
        'The year',
        z
          .array(z.object({ title: line(70, { label: 'How often' }), scope: lines('filing') }))
          .min(4)
          .max(4)
          .meta({
            label: 'Parts',
            item: 'part',
            hint: 'Drawn as twelve months, four quarters, a year and an event, in this order.',
          }),
      ),
      services: introduced(
        'Services',
        entries(['corporate-compliance', 'tax-compliance', 'fema-and-rbi-compliance', 'trade-and-customs-compliance'], {
          scope: lines('filing'),
          goesWrong,
        }),
      ),
      included: list('What is included', points(2, 12)),
      benefits: list('What it changes', points(2, 12)),
      pitfalls: introduced('What we look at first', points(2, 4)),
    }),
  'government-liaison': () =>
    service({
      services: introduced(
        'Services',
        entries(
          [
            'applications-and-registrations',
            'representation',
            'clarifications-and-rulings',
            'industry-representations',
          ],
          { scope: lines('subject') },
        ),
      ),
      course: introduced(
        'Course of an application',
        z
          .array(z.object({ ...point.shape, output: paragraph(160, { label: 'On record' }) }))
          .min(3)
          .max(8)
          .meta({ label: 'Steps', item: 'step' }),
      ),
      authorities: introduced(
        'Authorities',
        oneOfEach(
          ['dgft', 'cbic', 'rbi', 'cbdt', 'mca', 'dpiit', 'development-commissioners', 'bis'],
          {
            title: line(100, { label: 'Name' }),
            shortTitle: line(12, { label: 'Short name', hint: 'In large type.' }),
            text: paragraph(320, { label: 'Matters' }),
          },
          { label: 'Authorities', item: 'authority' },
        ),
      ),
      appearance: table('Who appears, and where', { name: 'Before', who: 'Who appears or files', work: 'What we do' }),
      areas: list('What the work covers', points(2, 12)),
      pitfalls: list('What usually goes wrong', points(2, 6)),
    }),
  'navigating-india-toreign-trade': () =>
    service({
      regions: section('Destinations', {
        heading: heading(),
        usa: card('Card of the USA'),
        uk: card('Card of the UK'),
        dubai: card('Card of Dubai'),
      }),
      usa: section('USA', {
        heading: heading(),
        intro,
        trade: list('Trade', entries(['us-customs-entry', 'us-duty-layers', 'us-export-control'], scoped)),
        tax: list('Tax', entries(['us-federal-tax', 'us-state-tax'], scoped)),
        transferPricing: list('Transfer pricing', entries(['us-transfer-pricing'], scoped)),
      }),
      uk: section('UK', {
        heading: heading(),
        intro,
        trade: list('Trade', entries(['uk-import', 'uk-ceta-and-origin'], scoped)),
      }),
      dubai: section('Dubai', {
        heading: heading(),
        intro,
        introduction: list(
          'Introduction',
          entries(['dubai-company', 'dubai-tax', 'dubai-cepa', 'dubai-indian-side'], scoped),
        ),
      }),
      dubaiForms: table('Mainland or free zone', {
        name: 'Point',
        mainland: 'Mainland company',
        freeZone: 'Free-zone company',
      }),
      approach: list('Our approach', points(2, 4)),
    }),
};

export type ServiceName = keyof typeof serviceSchemas;
/** The words that only one page has. */
export type OwnWords<Name extends ServiceName> = Omit<
  z.infer<ReturnType<(typeof serviceSchemas)[Name]>>,
  keyof ServiceWords
>;
