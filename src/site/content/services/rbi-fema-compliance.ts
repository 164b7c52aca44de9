import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

export const rbiFemaCompliance = currentWords<ServiceContent<'rbi-fema-compliance'>>('rbi-fema-compliance', {
  path: '/services/rbi-fema-compliance',
  title: serviceTitles['/services/rbi-fema-compliance'],
  shortTitle: 'RBI and FEMA',
  partner: 'tax',
  category: 'fema-and-international-tax',
  lawAsOf: '2026-07-31',
  metaTitle: 'RBI, FEMA, international tax and transfer pricing',
  metaDescription:
    'Foreign exchange and cross-border tax in one practice: FEMA compliance, foreign borrowing and investment, tax treaties, BEPS and transfer pricing.',
  lead: 'We advise companies and families who deal with non-residents on foreign exchange and cross-border tax, and file with the Reserve Bank of India (RBI) through their bank. The Foreign Exchange Management Act, 1999 (FEMA) decides whether a transaction is allowed, and how it is priced, routed and reported.',
  callsToAction: [{ label: 'Get Expert Guidance', href: '/contact' }, viewAllServices],
  brief: {
    whatItIs:
      'Advice, filing and representation on foreign exchange, international taxation and transfer pricing. The bank, the tax officer and sometimes customs look at the same payment, so its papers are prepared for all of them.',
    whoNeedsIt:
      'Any resident who deals with a non-resident: companies with foreign capital or loans, exporters and importers, groups with companies abroad, and families with assets in two countries.',
    whatWeDo:
      'Settle permissibility, price and tax in writing; prepare the report and carry it through the bank; regularise what was missed; defend assessments.',
    whatYouReceive:
      'A written view on whether the transaction is permitted and on what terms, the filing, and the record for the next transaction.',
    howLong:
      'A report takes days once the papers of the bank are complete. An approval or a compounding order takes weeks or months, and the bank or the Reserve Bank sets the time.',
  },
  foreignExchange: {
    heading: 'Foreign exchange',
    intro:
      'Issues and transfers of shares, loans and investments abroad each have a report of their own, due within a fixed time.',
    items: [
      {
        id: 'fema-compliance',
        title: 'FEMA compliance',
        text: 'Current-account transactions are free unless restricted. Capital-account transactions are barred unless permitted. The Central Government makes the rules for equity and other non-debt instruments, and RBI the regulations for debt and reporting. Your bank, as Authorised Dealer (AD), is the first check; the Directorate of Enforcement investigates. Residence under FEMA is tested differently from residence for tax.',
        scope: [
          'Written view on route, price and permission',
          'Purpose codes and bank papers',
          'Set-off, guarantees and other non-cash dealings',
        ],
        goesWrong:
          'Receivables and payables are netted off without checking whether that is allowed, or the tax test of residence is used.',
      },
      {
        id: 'ecb-advisory',
        title: 'ECB advisory',
        text: 'An External Commercial Borrowing (ECB) is a commercial loan from a non-resident lender, often the parent. The framework settles who may borrow, from whom, on what terms and for what use. A loan registration number is needed before drawdown; drawdowns, changes and servicing are then reported. Trade credit is a separate, shorter facility.',
        scope: [
          'Borrower, lender, terms and end use',
          'Terms of the loan, and registration',
          'Returns, changes of terms and conversion to equity',
        ],
        goesWrong:
          'Money is received before registration, used for a barred purpose, or repaid with tax on the interest forgotten.',
      },
      {
        id: 'fdi-advisory',
        title: 'FDI advisory',
        text: 'Foreign Direct Investment (FDI) enters by the automatic route, without prior approval, or by the Government route. Some sectors are capped, conditional or prohibited, and investment from a country that shares a land border with India has its own rules. The price of an issue or transfer is tested against fair value or, for listed shares, the regulated market price. Issues are reported in form FC-GPR and transfers in form FC-TRS, through the bank.',
        scope: [
          'Sector, route and conditions',
          'Instrument, fair value and agreements',
          'Reports of issue, transfer and downstream investment',
          'Annual return of foreign liabilities and assets',
        ],
        goesWrong:
          'Allotment is delayed after funds arrive, or an optionally convertible instrument is treated as equity when it counts as debt.',
      },
    ],
  },
  flow: {
    heading: 'Money in, money out, and what is reported',
    intro:
      'Most payments pass through an AD bank, which asks for the papers. The purpose of the payment decides the report.',
    columns: { money: 'The money', bank: 'AD bank', report: 'What is reported or kept' },
    into: {
      title: 'Into India',
      items: [
        { title: 'Shares issued to a non-resident', text: 'Form FC-GPR, with the valuation and the bank’s advice' },
        { title: 'A loan from abroad', text: 'Loan registration number before drawdown, then regular returns' },
        { title: 'Export proceeds', text: 'Export declaration, which the bank matches with the receipt' },
      ],
    },
    outOf: {
      title: 'Out of India',
      items: [
        {
          title: 'A company or shares abroad',
          text: 'Unique identification number first, then a performance report each year',
        },
        { title: 'Payment for imports', text: 'Bill of entry, which the bank matches with the payment' },
        { title: 'Interest, royalty and fees', text: 'Tax withheld, treaty papers and the remittance form' },
      ],
    },
  },
  additionalServices: {
    heading: 'Additional services',
    items: [
      {
        id: 'overseas-investment',
        title: 'Overseas investment',
        text: 'Identification number before remittance, evidence of investment, and a performance report each year for each foreign entity, with few exceptions. Until a late report is regularised, no further commitment to that entity can be made, and the investment cannot be transferred.',
      },
      {
        id: 'export-and-import-payments',
        title: 'Export and import payments',
        text: 'Since 1 October 2026 one set of regulations covers goods, services and software. Exporters of services declare too. We set up the declarations, and clear entries still open under the earlier rules.',
      },
      {
        id: 'guarantees',
        title: 'Guarantees',
        text: 'Guarantees for or from a non-resident: whether the rules in force permit them, and how they are reported.',
      },
      {
        id: 'compounding',
        title: 'Compounding',
        text: 'Settlement by RBI of an admitted contravention, applied for once the default has been regularised.',
      },
      {
        id: 'offices-in-india',
        title: 'Offices in India',
        text: 'Approval, annual certificate and closure of liaison, branch and project offices.',
      },
      {
        id: 'trade-entries',
        title: 'Health check',
        text: 'A review of past transactions and reports, with what is missing and how it can be regularised.',
      },
    ],
  },
  individuals: {
    heading: 'Foreign exchange for individuals',
    intro:
      'For families and founders with income, property or relatives in two countries. Residence decides which rules apply.',
    items: [
      {
        id: 'remittances',
        title: 'Remittances abroad',
        text: 'Under the Liberalised Remittance Scheme a resident individual may send money abroad for study, travel, gifts, property or a portfolio, up to one annual limit, however many banks are used. The scheme is not open to companies, firms, Hindu undivided families or trusts. Tax is collected at source above a threshold.',
        scope: [
          'Purpose, limit and declaration',
          'Tax collected at source, and its credit',
          'Foreign assets in the tax return',
        ],
        goesWrong:
          'Each bank is treated as having a limit of its own, idle money is left abroad, or foreign assets are omitted from the return.',
      },
      {
        id: 'investment-by-individuals',
        title: 'Companies and shares abroad',
        text: 'Shares in a foreign company, whether bought, swapped, received as a gift or earned as sweat equity, come under the rules on overseas investment. So does a business abroad that is set up with personal remittances.',
        scope: [
          'Direct or portfolio investment',
          'Identification number and reports, through the bank',
          'Regularising holdings that were not reported',
        ],
        goesWrong: 'A company is formed with personal remittances and no investment filing is made.',
      },
      {
        id: 'non-residents',
        title: 'Non-resident Indians',
        text: 'Bank accounts, property, inheritance and repatriation of the proceeds, with the tax papers that the bank requires before it remits.',
        scope: [
          'Accounts for a non-resident',
          'Purchase, sale and inheritance of property',
          'Repatriation, with certified remittance forms',
        ],
        goesWrong: 'Residence for tax is taken for residence under FEMA, and accounts are kept under the wrong rules.',
      },
      {
        id: 'moving-to-or-from-india',
        title: 'Moving to or from India',
        text: 'A move changes residence under FEMA, the Income-tax Act and the treaty, not always on the same day. Accounts, holdings and income in both countries are reviewed before the move, with the credit for tax paid abroad.',
        scope: [
          'Residence under each law',
          'Accounts and assets held before the move',
          'Treaty residence and foreign tax credit',
        ],
        goesWrong:
          'Credit for foreign tax is claimed too late, or income of the other country is left out of the return.',
      },
    ],
  },
  internationalTax: {
    heading: 'International taxation',
    intro:
      'The Income-tax Act, 2025 replaced the Act of 1961 from 1 April 2026. Earlier years stay under the earlier Act, so both run side by side in disputes.',
    items: [
      {
        id: 'cross-border-advisory',
        title: 'Cross-border advisory',
        text: 'Where is the income earned, who is resident, and does work in a country create a permanent establishment there? A foreign company managed from India may also be resident here by its place of effective management. Each answer decides the tax to be withheld on a payment.',
        scope: [
          'Residence, source and permanent establishment',
          'Withholding and certified remittance forms',
          'Foreign tax credit; people who move between countries',
        ],
        goesWrong:
          'Tax is not withheld because “the payee is foreign”, or staff abroad create a taxable presence unnoticed.',
      },
      {
        id: 'dtaa',
        title: 'DTAA',
        text: 'A Double Taxation Avoidance Agreement (DTAA) may be used where it is more favourable than the Act. The claim rests on a Tax Residency Certificate for the right period, the electronic declaration of treaty particulars, beneficial ownership where the article requires it, and substance. In January 2026 the Supreme Court held in Tiger Global that the certificate alone does not secure the treaty.',
        scope: [
          'Treaty position on each type of income',
          'Payment files for payer and payee',
          'Credit in the other country',
        ],
        goesWrong:
          'The certificate is for another year, or a lower rate is taken through a most-favoured-nation clause that India has not notified.',
      },
      {
        id: 'beps',
        title: 'BEPS',
        text: 'Base Erosion and Profit Shifting (BEPS) is the project of the OECD, the Organisation for Economic Co-operation and Development, with the G20. Its Multilateral Instrument is meant to change many Indian treaties at once, chiefly by the principal purpose test. Tribunals have asked for a separate Indian notification of each change and the point is not settled, so a file should be ready for either answer. The instrument covers the treaties with the UK and the United Arab Emirates, not that with the USA. Large groups also meet the global minimum tax, known as Pillar Two, in countries that have adopted it.',
        scope: [
          'Holding, financing and intellectual-property companies',
          'Purpose and substance, recorded in advance',
          'Group exposure to minimum tax',
        ],
        goesWrong: 'A structure is kept for its treaty rate alone.',
      },
    ],
  },
  transferPricing: {
    heading: 'Transfer pricing',
    intro: 'Dealings with associated enterprises are priced at arm’s length, and the file must show it.',
    items: [
      {
        id: 'planning-and-documentation',
        title: 'Planning and documentation',
        text: 'Functional analysis, choice of method, benchmarking and a file kept at the time, followed by an accountant’s report. Large groups add a master file and a country-by-country report.',
        scope: [
          'Pricing policy, and commercial terms for intercompany agreements',
          'Annual study and accountant’s report',
          'Year-end adjustments, with customs and goods and services tax',
        ],
        goesWrong: 'Agreement, invoice and study contradict each other, or a management fee has no proof of benefit.',
      },
      {
        id: 'audit-and-litigation',
        title: 'Audit and litigation support',
        text: 'An adjustment by the Transfer Pricing Officer becomes a draft order, then goes to the Dispute Resolution Panel or the Commissioner (Appeals), and on to the Income Tax Appellate Tribunal. Advance pricing agreements, the mutual agreement procedure and safe harbour margins are other ways to certainty. In the courts the matter is argued by counsel.',
        scope: [
          'Replies, objections and appeals',
          'Advance pricing agreements, with rollback',
          'Mutual agreement procedure',
        ],
        goesWrong:
          'Safe harbour is taken where relief abroad was needed; the mutual agreement procedure is then closed.',
      },
    ],
  },
  questions: [
    {
      question: 'Form FC-GPR is late. What can be done?',
      answer:
        'File it as soon as its papers are complete. Within the period that RBI allows for a belated report, a late submission fee is paid with it. After that period, or where more than the report went wrong, the company applies to RBI for compounding.',
    },
    {
      question: 'Do exporters of software and services have to declare?',
      answer:
        'Yes. Since 1 October 2026 one export declaration covers goods, services and software, and the bank monitors the receipt. For exports before that day whose entries are still open, we confirm with the bank which rules apply.',
    },
  ],
  closing: {
    heading: 'About a payment or investment',
    lead: 'Tell us who pays, who receives, and for what. We will reply with how we would approach it, and what we would ask for.',
    action: { label: 'Get Expert Guidance', href: '/contact' },
  },
  related: [
    { path: '/services/market-entry', reason: 'The first foreign investment, phase by phase.' },
    {
      path: '/services/financial-due-diligence',
      reason: 'Missing FEMA filings are found before a sale, or by the buyer.',
    },
    { path: '/services/navigating-india-toreign-trade', reason: 'The same transactions, seen from the other end.' },
  ],
});
