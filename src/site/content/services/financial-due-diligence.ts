import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

export const financialDueDiligence = currentWords<
  ServiceContent<'financial-due-diligence'> & { limits: { period: string } }
>('financial-due-diligence', {
  path: '/services/financial-due-diligence',
  title: serviceTitles['/services/financial-due-diligence'],
  shortTitle: 'Due diligence',
  partner: 'tax',
  category: 'fema-and-international-tax',
  lawAsOf: '2026-07-31',
  metaTitle: 'Financial due diligence for buyers and sellers',
  metaDescription:
    'Quality of earnings, working capital, net debt and tax exposure over three to five years, with findings ranked by their effect on price and contract.',
  lead: 'We review three to five years of accounts, test what the profit consists of, and rank our findings by their effect on price, contract and completion.',
  callsToAction: [{ label: 'Request Due Diligence Services', href: '/contact' }, viewAllServices],
  brief: {
    whatItIs:
      'An enquiry into the earnings, cash, debts and exposures of a business, made for one transaction and for the people who must decide on it.',
    whoNeedsIt: 'Acquirers, investors and lenders; sellers who want to know the questions before the buyer asks them.',
    whatWeDo:
      'Agree the scope with you, read the records, question management, test the figures against tax, customs and bank data, and report while the terms can still change.',
    whatYouReceive:
      'A report that begins with its findings: what changes the price, what needs a clause, and what must be done before completion.',
    howLong:
      'Usually weeks rather than months, counted from the day on which the data is complete. The dates of the transaction are part of the written scope.',
  },
  limits: {
    heading: 'What it is, and what it is not',
    period: '3–5 years',
    paragraphs: [
      'The typical history reviewed is three to five years, with the current year to date. A shorter period can miss a cycle of the trade. Earlier years are read where a matter is still open.',
      'It is not an audit. It relies on the accounts and on what the management provides, and gives no opinion on them.',
      'It is not a valuation either. A statutory valuation needs a registered valuer. Fair value under the Foreign Exchange Management Act, 1999 (FEMA) is certified by a merchant banker, a chartered accountant or a cost accountant, as the rules provide.',
    ],
  },
  areas: {
    heading: 'Earnings, cash, debt and exposure',
    intro:
      'Each area ends in figures a buyer can use: adjusted profit, normal working capital, a list of debts, an estimate of exposure.',
    items: [
      {
        id: 'quality-of-earnings',
        title: 'Quality of earnings',
        text: 'What would remain if the owner left and nothing unusual happened? We separate recurring profit from one-off items, owners’ costs and dealings with related parties that are not at arm’s length.',
        scope: [
          'Which income will not come again?',
          'Is revenue booked in the right period?',
          'What do related parties pay, or not pay?',
        ],
        goesWrong: 'The price is a multiple of a profit that includes revenue booked early.',
      },
      {
        id: 'working-capital-and-cash-flow',
        title: 'Working capital and cash flow',
        text: 'A business needs a normal level of stock and receivables, and the price assumes it is there at completion. We look at seasons, ageing, slow stock and how far profit turns into cash.',
        scope: [
          'What is the normal level, month by month?',
          'Which receivables and stock are old?',
          'Why does profit not become cash?',
        ],
        goesWrong: 'The working-capital target is set at the seasonal low.',
      },
      {
        id: 'net-debt-and-commitments',
        title: 'Net debt and commitments',
        text: 'Beside borrowings we list guarantees, contingent liabilities, deferred payments, unpaid capital expenditure and statutory dues, and say which should reduce the price.',
        scope: [
          'Which liabilities should count as debt?',
          'Which guarantees survive the sale?',
          'What expenditure has been put off?',
        ],
        goesWrong: 'An open export obligation is read as a benefit. If unmet, it is duty with interest.',
      },
      {
        id: 'tax-and-regulatory-exposure',
        title: 'Tax and regulatory exposure',
        text: 'Direct tax, goods and services tax, customs, FEMA and transfer pricing, each read with its open notices. We estimate the exposure, say how likely it is, and suggest the clause or step that deals with it.',
        scope: [
          'Which years are still open?',
          'Which positions would not survive a question?',
          'Which licences do not transfer?',
        ],
        goesWrong: 'Past FEMA filings are missing, so the share transfer cannot be reported.',
      },
    ],
  },
  bridge: {
    heading: 'From reported to adjusted profit',
    intro:
      'An illustration without figures: what is taken out and added back before a multiple is applied. EBITDA is profit before interest, tax, depreciation and amortisation.',
    steps: [
      { title: 'Reported EBITDA', text: 'As the accounts show it' },
      { title: 'One-off income and costs', text: 'Taken out, added back' },
      { title: 'Revenue booked early', text: 'Moved to its period' },
      { title: 'Owners’ private costs', text: 'Added back' },
      { title: 'Terms with related parties', text: 'Set to arm’s length' },
      { title: 'Adjusted EBITDA', text: 'What the past years support' },
    ],
  },
  additionalServices: {
    heading: 'Further reviews, and support on the contract',
    items: [
      {
        title: 'Tax due diligence',
        text: 'Direct and indirect tax in depth, and which losses, credits and refunds survive the sale.',
      },
      {
        title: 'FEMA and foreign-investment review',
        text: 'Issues, transfers, loans and overseas companies, against the reports that should exist.',
      },
      {
        title: 'Customs and export-scheme review',
        text: 'Valuation, classification, exemptions and open authorisations, with the duty at stake.',
      },
      {
        title: 'Forecast and business-plan review',
        text: 'The assumptions behind the plan, compared with what the past years show.',
      },
      {
        title: 'Internal controls and accounting systems',
        text: 'Who can approve, record and pay, and whether the monthly figures can be relied upon.',
      },
      {
        title: 'Price adjustment, warranties and completion accounts',
        text: 'Definitions, disclosure and figures, worked out with your lawyers until completion.',
      },
    ],
  },
  transactions: {
    heading: 'Scope by type of transaction',
    intro: 'What we read first depends on what is bought, and how.',
    items: [
      {
        title: 'Share acquisition',
        text: 'The past comes with the shares, so past exposure and warranties come first.',
      },
      {
        title: 'Business transfer',
        text: 'In a slump sale or asset purchase, we ask what is left behind, what needs consent, and how tax and licences move.',
      },
      {
        title: 'Joint venture',
        text: 'Contributions, control, related-party terms, and the partner’s own compliance.',
      },
      {
        title: 'Private-equity or minority investment',
        text: 'Quality of reporting, use of funds, and rights that can be enforced on exit.',
      },
      {
        title: 'Vendor due diligence',
        text: 'A seller’s report before the sale, so that gaps are closed or disclosed on the seller’s timetable.',
      },
    ],
  },
  sample: {
    heading: 'What the summary contains',
    intro: 'The contents page of a summary of findings, without client data.',
    items: [
      'Scope, period and records, and what was not provided',
      'Findings that change the price',
      'Findings that need a clause',
      'Steps before completion',
      'Reported and adjusted profit',
      'Normal working capital, and profit turned into cash',
      'Borrowings, and what is treated as debt',
      'Tax, customs and FEMA: open years, exposure and likelihood',
      'Questions the management has not answered',
    ],
  },
  questions: [
    {
      question: 'Is due diligence an audit?',
      answer:
        'No. It relies on the accounts and on what the management provides, and tests them for one transaction. It gives no opinion on the accounts, and replaces neither a statutory audit nor a valuation.',
    },
    {
      question: 'What does an open EPCG authorisation mean to a buyer?',
      answer:
        'Under the Export Promotion Capital Goods (EPCG) scheme, duty was saved on a machine against an export obligation. If the obligation is not met, the duty is payable with interest, so the open part is treated like debt. We report what is proved, what is open, and until when.',
    },
  ],
  closing: {
    heading: 'About a transaction',
    lead: 'Tell us the target, the form of the deal and the date you must decide by. We will propose a scope that fits the time.',
    action: { label: 'Request Due Diligence Services', href: '/contact' },
  },
  related: [
    { path: '/services/rbi-fema-compliance', reason: 'Putting missing filings right before completion.' },
    { path: '/services/market-entry', reason: 'Buying compared with starting afresh.' },
    { path: '/services/foreign-trade-policy', reason: 'Closing the authorisations a review has found open.' },
  ],
});
