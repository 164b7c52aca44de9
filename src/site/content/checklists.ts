import { checklistTitles } from './checklist-titles.ts';
import type { PageMeta } from './page.ts';
import type { ServicePath } from './services/page-content.ts';

export type Checklist = PageMeta & {
  path: keyof typeof checklistTitles;
  title: string;
  lead: string;
  /** The services it belongs to, the first before the others. */
  services: readonly [ServicePath, ...ServicePath[]];
  /** The slug of the post that explains it. */
  post: string;
  lawAsOf: string;
  /** All lines fit on one page of paper. */
  groups: readonly { heading: string; items: readonly string[] }[];
};

export const checklistWords = {
  kind: 'Checklist',
  note: 'Checklist, one page to print',
  lawAsOf: 'Law as of',
  company: 'Company',
  preparedBy: 'Prepared by',
  date: 'Date',
  kept: 'Date, or where it is kept',
  print: 'Print this page',
  service: 'The service on this subject',
  caution: 'A list to begin with, not advice. Your facts may need more papers, or fewer.',
} as const;

export const svbPapers: Checklist = {
  path: '/checklists/svb-papers',
  title: checklistTitles['/checklists/svb-papers'],
  metaTitle: 'Checklist: papers for the Special Valuation Branch (SVB)',
  metaDescription:
    'One page to print: the papers that an importer collects for the Special Valuation Branch when the seller is a related party.',
  lead: 'For importers who buy from a related party: what to collect before the questionnaire has to be answered.',
  services: ['/services/customs-compliance'],
  post: 'related-party-imports-svb',
  lawAsOf: '2026-07-31',
  groups: [
    {
      heading: 'The parties',
      items: [
        'Group chart and shareholding, with dates of change',
        'Directors and officers common to buyer and seller',
        'Functions of each company in the supply',
      ],
    },
    {
      heading: 'Agreements',
      items: ['Supply and distribution, with amendments', 'Technical assistance, licence and cost sharing'],
    },
    {
      heading: 'The price',
      items: [
        'Pricing policy, and who approves a price',
        'Price lists, and invoices to unrelated buyers where there are any',
        'Cost build-up from the supplier, or reasons why there is none',
        'Transfer pricing study for the same years',
      ],
    },
    {
      heading: 'Additions to value',
      items: [
        'Royalty and licence fees, with the clause for each',
        'Tools, moulds and designs supplied free or at reduced cost',
        'Commission, freight and insurance',
        'Other payments to the group, with the reason for each',
      ],
    },
    {
      heading: 'Imports, and what follows',
      items: [
        'List of imports by port and by product',
        'Provisional assessments and bonds still open',
        'Year-end adjustments, with their effect on past entries',
        'Changes since the last finding: agreement, shareholder, method',
      ],
    },
  ],
};

export const originCostingFile: Checklist = {
  path: '/checklists/origin-costing-file',
  title: checklistTitles['/checklists/origin-costing-file'],
  metaTitle: 'Checklist: costing file for rules of origin',
  metaDescription:
    'One page to print: what an exporter or importer keeps behind a certificate of origin, from the product rule to direct consignment.',
  lead: 'For exporters who declare origin and importers who claim the preference: what stands behind the certificate.',
  services: ['/services/customs-compliance', '/services/navigating-india-toreign-trade'],
  post: 'rules-of-origin-explained',
  lawAsOf: '2026-07-31',
  groups: [
    {
      heading: 'The claim',
      items: [
        'Agreement relied on, in the text in force',
        'Classification of the product in the importing country',
        'Product rule, copied in full',
      ],
    },
    {
      heading: 'Materials',
      items: [
        'Bill of materials, each line marked originating or not',
        'Classification of each imported material',
        'Supplier declarations for the originating lines',
      ],
    },
    {
      heading: 'Cost',
      items: [
        'Cost sheet for the period, tied to the books',
        'Computation under the value test, where the rule has one',
        'Event or date on which it is computed again',
      ],
    },
    {
      heading: 'Work done here',
      items: ['Process records of each stage', 'Operations that never confer origin, excluded'],
    },
    {
      heading: 'Movement and proof',
      items: [
        'Certificate of origin, or origin declaration',
        'Invoice and transport papers',
        'Direct consignment, or customs control in transit',
        'Contract clause on who bears the duty if preference is refused',
      ],
    },
  ],
};

export const femaChronology: Checklist = {
  path: '/checklists/fema-chronology',
  title: checklistTitles['/checklists/fema-chronology'],
  metaTitle: 'Checklist: FEMA chronology of a foreign investment',
  metaDescription:
    'One page to print: dates, amounts and papers of a foreign investment, from the route check to FC-GPR, and what a late filing needs.',
  lead: 'For companies with foreign investment: each step with its date and paper, before a delay is put right.',
  services: ['/services/rbi-fema-compliance'],
  post: 'fdi-first-fema-filings',
  lawAsOf: '2026-07-31',
  groups: [
    {
      heading: 'Before the money',
      items: [
        'Route and sector check, with a dated note',
        'Instrument chosen, and the board’s decision',
        'Valuation report',
        'Investor, and beneficial owner',
      ],
    },
    {
      heading: 'The money',
      items: [
        'Each remittance: date, amount, currency, remitter',
        'Purpose code under which the bank reported it',
        'Know-your-customer report of the remitting bank',
      ],
    },
    {
      heading: 'Allotment',
      items: [
        'Date of allotment, with the resolution',
        'Shareholding before and after, as in the register',
        'Filing at the Ministry of Corporate Affairs',
      ],
    },
    {
      heading: 'Reports',
      items: [
        'FC-GPR: filed, returned, approved',
        'FC-TRS for each later transfer',
        'Annual return of foreign liabilities and assets, year by year',
        'Downstream investment',
      ],
    },
    {
      heading: 'Gaps',
      items: [
        'What is missing, late or inconsistent',
        'Remedy: late submission or compounding',
        'Notices and investigations pending',
      ],
    },
  ],
};

export const firstYearInIndia: Checklist = {
  path: '/checklists/first-year-in-india',
  title: checklistTitles['/checklists/first-year-in-india'],
  metaTitle: 'Checklist: first year of a foreign-owned company in India',
  metaDescription:
    'One page to print: the steps of the first year of a foreign-owned company in India, from its form and bank account to the annual filings.',
  lead: 'For foreign groups with a first Indian subsidiary: what is settled, opened and filed in the first year.',
  services: ['/services/market-entry', '/services/ongoing-compliance'],
  post: 'india-entity-forms-compared',
  lawAsOf: '2026-07-31',
  groups: [
    {
      heading: 'Before incorporation',
      items: [
        'Activity, route and ownership confirmed for the sector',
        'Legal form decided, with the reasons',
        'Papers of the parent notarised and apostilled',
        'Resident director named',
      ],
    },
    {
      heading: 'Formation and registrations',
      items: [
        'Incorporation with the Ministry of Corporate Affairs',
        'Goods and services tax, shops and establishments',
        'Labour and social security under the four labour codes',
        'Importer–Exporter Code, if goods will cross the border',
      ],
    },
    {
      heading: 'Bank and capital',
      items: [
        'Beneficial owners documented for the bank',
        'Account open before money is sent',
        'Shares allotted, and form FC-GPR filed',
      ],
    },
    {
      heading: 'First transactions',
      items: [
        'Commercial terms with the parent, in writing',
        'Tax withheld on payments abroad',
        'Letter of Undertaking, for exports without tax',
      ],
    },
    {
      heading: 'End of the year',
      items: [
        'Meetings, audit and annual accounts',
        'Income-tax return, and the transfer pricing report',
        'Annual return of foreign liabilities and assets',
      ],
    },
  ],
};

export const complianceCalendar: Checklist = {
  path: '/checklists/compliance-calendar',
  title: checklistTitles['/checklists/compliance-calendar'],
  metaTitle: 'Compliance calendar of a company in India, to print',
  metaDescription:
    'One page to print: how often an Indian company with foreign owners or foreign trade files, and at what time of the year, with space for its own dates.',
  lead: 'For companies with foreign owners, foreign trade or companies abroad. Authorities extend and change dates: confirm each, and write yours beside the line.',
  services: ['/services/ongoing-compliance', '/services/rbi-fema-compliance'],
  post: 'fdi-first-fema-filings',
  lawAsOf: '2026-07-31',
  groups: [
    {
      heading: 'Every month',
      items: [
        'Goods and services tax returns; every quarter for some small taxpayers',
        'Payment of tax deducted at source',
        'Social-security contributions',
      ],
    },
    {
      heading: 'Every quarter',
      items: [
        'Statements of tax deducted at source',
        'Advance tax',
        'Open export and import entries at the bank, and open authorisations',
      ],
    },
    {
      heading: 'At its time of the year',
      items: [
        'April to June: confirmation of the Importer–Exporter Code',
        'Middle of July: annual return of foreign liabilities and assets',
        'End of December: performance report of each company abroad',
        'Before April: Letter of Undertaking for the new financial year',
      ],
    },
    {
      heading: 'After the year’s end',
      items: [
        'Audit, general meeting and filings with the Registrar of Companies',
        'Income-tax return, and the transfer pricing report',
      ],
    },
    {
      heading: 'On an event',
      items: [
        'Shares issued (form FC-GPR) or transferred (form FC-TRS)',
        'New or changed foreign loan',
        'New director, address, bank or owner: Registrar, trade authority, customs and bank',
      ],
    },
  ],
};

export const checklists: readonly Checklist[] = [
  svbPapers,
  originCostingFile,
  femaChronology,
  firstYearInIndia,
  complianceCalendar,
];
