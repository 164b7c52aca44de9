import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

export const ongoingCompliance = currentWords<ServiceContent<'ongoing-compliance'>>('ongoing-compliance', {
  path: '/services/ongoing-compliance',
  title: serviceTitles['/services/ongoing-compliance'],
  shortTitle: 'Ongoing compliance',
  partner: 'managing',
  category: 'market-entry-and-global-trade',
  lawAsOf: '2026-07-31',
  metaTitle: 'Ongoing compliance and advisory',
  metaDescription:
    'A calendar for company, tax, foreign exchange, trade and customs filings, with one owner for each filing, periodic reviews and notes on changes in law.',
  lead: 'We keep one calendar, one record and one owner for each filing, for companies that report under company law, tax, foreign exchange and trade law. Many penalties come from a missed date, not from a doubtful point of law.',
  callsToAction: [{ label: 'Start Compliance Program', href: '/contact' }, viewAllServices],
  brief: {
    whatItIs:
      'A continuing arrangement: we prepare and file what falls due, answer routine notices, and tell you what a change in law means for you.',
    whoNeedsIt:
      'Foreign subsidiaries, exporters with open authorisations, and groups with entities in more than one country.',
    whatWeDo:
      'List every filing that applies, agree who is responsible, collect the data once, file on time and keep the proof.',
    whatYouReceive:
      'A calendar you can read in a minute, filings with acknowledgements, and a person who answers for each.',
    howLong: 'The work follows the year. Taking it over takes weeks, because past filings are read first.',
  },
  services: {
    heading: 'Corporate, tax, foreign exchange and trade',
    intro: 'You may take one or all. Together they agree better, because the same fact is reported under several laws.',
    items: [
      {
        id: 'corporate-compliance',
        title: 'Corporate',
        text: 'Board and general meetings, registers and annual filings under the Companies Act, 2013. Where the law requires certification by a company secretary, we work with one.',
        scope: [
          'Minutes, resolutions and statutory registers',
          'Annual accounts and returns',
          'Changes of directors, capital, address and beneficial owners',
        ],
        goesWrong:
          'A change of director is filed with the Registrar of Companies, and not with the trade authority, customs and the bank.',
      },
      {
        id: 'tax-compliance',
        title: 'Tax',
        text: 'Income tax, tax deducted at source, goods and services tax (GST) and transfer pricing. The returns are reconciled with each other and with the books, because the departments compare them.',
        scope: [
          'Advance tax and annual return',
          'Withholding payments and statements',
          'GST returns and annual reconciliation',
          'Transfer pricing report and file',
        ],
        goesWrong: 'Nil returns are skipped, although some are due even without transactions.',
      },
      {
        id: 'fema-and-rbi-compliance',
        title: 'FEMA and RBI',
        text: 'Reports to the Reserve Bank of India (RBI) under the Foreign Exchange Management Act, 1999 (FEMA), made through the Authorised Dealer bank. They follow ownership, loans and investments, whether or not money moved.',
        scope: [
          'Annual return of foreign liabilities and assets',
          'Performance report of each company abroad',
          'Returns on foreign borrowing',
          'Issue and transfer of shares; open export and import entries',
        ],
        goesWrong: 'The annual return is forgotten because nothing happened that year.',
      },
      {
        id: 'trade-and-customs-compliance',
        title: 'Trade and customs',
        text: 'The codes, certificates and authorisations on which clearance depends. Each has a renewal, a return or an obligation, and one lapse can stop cargo.',
        scope: [
          'Confirmation of the Importer–Exporter Code',
          'Tracking of export obligations',
          'Letter of Undertaking for exports without tax',
          'Upkeep of trusted-trader status; returns under rebate schemes',
        ],
        goesWrong:
          'The Letter of Undertaking lapses at the year’s end, and the first shipments of the new year go out without it.',
      },
    ],
  },
  calendar: {
    heading: 'The year in outline',
    intro:
      'Due dates change, so they are kept in your calendar and not on this page. How often a filing is due changes less. The calendar to print, below, has space for yours.',
    items: [
      {
        title: 'Every month',
        scope: [
          'GST returns (quarterly for some small taxpayers)',
          'Tax deducted at source',
          'Social-security contributions',
        ],
      },
      {
        title: 'Every quarter',
        scope: ['Withholding statements', 'Advance tax', 'Review of open bank entries and authorisations'],
      },
      {
        title: 'Every year',
        scope: [
          'Audit, general meeting and Registrar filings',
          'Income-tax return and transfer pricing report',
          'Foreign liabilities and assets; companies abroad',
          'Importer–Exporter Code and Letter of Undertaking',
        ],
      },
      {
        title: 'On an event',
        scope: [
          'Issue or transfer of shares',
          'New or changed foreign loan',
          'Change of director, address, bank or owner',
        ],
      },
    ],
  },
  included: {
    heading: 'What is included',
    items: [
      { title: 'Compliance calendar', text: 'Every filing, its owner, its status and its proof.' },
      { title: 'Preparation and filing', text: 'From the request for data to the acknowledgement.' },
      { title: 'Periodic review meeting', text: 'What was filed, what is due, and what has changed in the business.' },
      { title: 'Notes on changes in law', text: 'Short, and limited to what touches you.' },
      { title: 'Replies to routine notices', text: 'Drafted, agreed with you and filed with the record.' },
      {
        title: '24/7 access',
        text: 'For urgent matters our experts can be reached by telephone at any hour.',
      },
    ],
  },
  benefits: {
    heading: 'What it changes for you',
    items: [
      { title: 'Fewer missed dates', text: 'Each filing has a name beside it.' },
      { title: 'Lower late fees', text: 'Delays are seen before they are charged for.' },
      { title: 'Records ready for audit', text: 'The proof is kept as the filing is made.' },
      { title: 'Early warning of change', text: 'New rules reach you with their effect on your business.' },
      { title: 'One view across laws', text: 'The same figure is used in every return.' },
      { title: 'Management time kept for business', text: 'Data is requested once, in one list.' },
    ],
  },
  pitfalls: {
    heading: 'What we look at first',
    intro: 'A new engagement begins with a review of the past years.',
    items: [
      { title: 'Quiet years', text: 'Were annual foreign-exchange returns filed when there was no new money?' },
      {
        title: 'Changes half reported',
        text: 'Do the Registrar, the bank, customs and the trade authority hold the same names and addresses?',
      },
      {
        title: 'Left open',
        text: 'Which authorisations, bonds and bank entries are still open?',
      },
    ],
  },
  questions: [
    {
      question: 'Nothing happened this year. What is still due?',
      answer:
        'Often the annual return of foreign liabilities and assets, the annual filings with the Registrar of Companies, the income-tax return and the confirmation of the Importer–Exporter Code. We list what applies to each entity at the start of the year.',
    },
    {
      question: 'Who signs?',
      answer:
        'Your director or authorised signatory approves and signs each return, with its figures before them. A certificate is given by the professional whom the law names: a chartered accountant, or a company secretary with whom we work. The statutory audit is done by an auditor independent of this work.',
    },
  ],
  closing: {
    heading: 'About filings that are due',
    lead: 'Tell us the entities, the countries and the schemes you use. We will reply with how we would approach it, and what we would ask for.',
    action: { label: 'Start Compliance Program', href: '/contact' },
  },
  related: [
    { path: '/services/rbi-fema-compliance', reason: 'Regularising a report that was missed.' },
    { path: '/services/customs-compliance', reason: 'Review of entries before customs audits them.' },
    { path: '/services/government-liaison', reason: 'When a notice is no longer routine.' },
  ],
});
