import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles } from './page-content.ts';

export const marketEntry = currentWords<ServiceContent<'market-entry'>>('market-entry', {
  path: '/services/market-entry',
  title: serviceTitles['/services/market-entry'],
  shortTitle: 'Market entry',
  partner: 'managing',
  category: 'market-entry-and-global-trade',
  lawAsOf: '2026-07-31',
  metaTitle: 'Market entry into India in six phases',
  metaDescription:
    'Six phases for a foreign company entering India: permissibility, formation, registrations, bank account, tax compliance and ongoing compliance.',
  lead: 'We take a foreign company from the first question to its first annual filings in India, in six phases. Decide the legal form first: ownership limits, permitted activity and tax depend on it.',
  callsToAction: [{ label: 'Start Your Journey', href: '/contact' }],
  brief: {
    whatItIs:
      'Advice and filings to set up or acquire a presence in India: foreign investment rules, company law, registrations, banking and tax, planned as one project.',
    whoNeedsIt:
      'Foreign companies, investors and non-resident founders who are starting or buying a business in India.',
    whatWeDo:
      'Compare the forms of entry, prepare the filings, work with the bank and the registrars, and give each phase one owner and one dated output.',
    whatYouReceive: 'An Indian presence that is registered, funded and up to date with its reports.',
    howLong:
      'Forming a company takes weeks, most of them for foreign papers that must be legalised. The bank account and the registrations follow, each in days or weeks.',
  },
  forms: {
    heading: 'Company, partnership or office',
    intro:
      'A form that is usual in another country may not be open to foreign owners in India, or may be taxed differently. The rules for offices were under revision when this page was written; we confirm them before you choose.',
    items: [
      {
        title: 'Wholly owned subsidiary',
        text: 'A private limited company held by the foreign parent. It may do any permitted activity and raise capital within the limits of its sector.',
      },
      {
        title: 'Joint-venture company',
        text: 'The same form with an Indian partner. Control, deadlock and exit are agreed at the start, with counsel.',
      },
      {
        title: 'Limited liability partnership',
        text: 'Open to foreign capital only in sectors that are fully open on the automatic route, without performance conditions.',
      },
      { title: 'Liaison office', text: 'Communication only. It earns no income and is funded from abroad.' },
      {
        title: 'Branch office',
        text: 'Listed activities, with no ordinary manufacturing. It is taxed as a foreign company.',
      },
      { title: 'Project office', text: 'For one contract in India, and closed when the contract ends.' },
    ],
  },
  phases: {
    heading: 'From permissibility to yearly filings',
    intro:
      'The order matters. The bank account needs the entity, share money needs the account, and the Importer–Exporter Code needs the account as well.',
    items: [
      {
        id: 'phase-1-strategy',
        title: 'Strategy and permissibility',
        text: 'Before anything is filed, we establish whether the activity is open to foreign investment, by which route and up to what share. The answer decides the form, the capital plan and the licences.',
        scope: [
          'Sector, route and ownership limit for Foreign Direct Investment (FDI)',
          'Beneficial ownership and the rules for countries sharing a land border',
          'Comparison of forms, with a tax and treaty view',
          'Equity and loan plan, and list of licences',
        ],
        output: 'An entry note with one recommended form and a dated list of steps.',
        goesWrong: 'The form is copied from another country.',
      },
      {
        id: 'phase-2-formation',
        title: 'Formation',
        text: 'A company is formed at the Ministry of Corporate Affairs by the integrated form SPICe+, which also gives directors’ numbers and tax numbers. It needs at least two directors, one of them resident in India. An office is applied for through an Authorised Dealer (AD) bank, then registered with the Registrar of Companies.',
        scope: [
          'Foreign papers, notarised and apostilled',
          'Digital signatures and approval of the name',
          'Memorandum, with objects that agree with FDI policy',
          'Incorporation, or approval and registration of the office',
        ],
        output:
          'Certificate of incorporation or office approval, with the permanent account and tax deduction numbers.',
        goesWrong: 'An apostille is missing, or the objects clause is at odds with FDI policy.',
      },
      {
        id: 'phase-3-registrations',
        title: 'Registrations and licences',
        text: 'A registered entity may still not be able to invoice, employ or import. We map the registrations to the first transactions and file them in that order.',
        scope: [
          'Premises, goods and services tax (GST), shops and establishments',
          'Labour and social-security registrations under the four labour codes',
          'Professional-tax registration',
          'Product and sector licences, such as standards, food, medical and wireless approvals',
          'Importer–Exporter Code prepared here, and filed once the bank account is open',
        ],
        output: 'A register of every number and licence, with its renewal.',
        goesWrong: 'Goods are ordered before the product certificate is granted, and wait at the port.',
      },
    ],
  },
  laterPhases: {
    heading: 'From funding to routine',
    intro: 'The first three phases create the entity. The next three fund it and bring it into regular filing.',
    items: [
      {
        id: 'phase-4-bank-account',
        title: 'Bank account',
        text: 'An account is opened with an AD bank, which identifies the foreign parent up to its beneficial owners. Share money then arrives under the right purpose code, shares are allotted, and the issue is reported to the Reserve Bank of India in form FC-GPR. The declaration of commencement and the Importer–Exporter Code follow. The bank’s questions often set the timetable, so its papers are collected from the first phase.',
        output: 'A funded account, allotted shares and the reports acknowledged.',
        goesWrong: 'Money is sent before the account is open, or under the code for a loan.',
      },
      {
        id: 'phase-5-tax-compliance',
        title: 'Tax compliance',
        text: 'Tax duties begin with the first payment, before any profit: withholding, advance tax, GST returns and payroll. Transfer pricing applies from the first invoice between the company and its group. Payments to the parent need treaty papers before they are made.',
        output: 'A tax calendar, commercial terms for intercompany agreements, and a file for payments abroad.',
        goesWrong:
          'Start-up costs are recharged by the parent without an agreement, or the first payment abroad goes without withholding.',
      },
      {
        id: 'phase-6-ongoing-compliance',
        title: 'Ongoing compliance',
        text: 'Board meetings, statutory audit and annual filings come every year, with the return of foreign liabilities and assets, the activity certificate for offices, the confirmation of the Importer–Exporter Code and the register of beneficial owners.',
        output: 'A list of filings with their dates and owners.',
        goesWrong: 'The first annual returns are missed because there was no turnover.',
      },
    ],
  },
  sample: {
    heading: 'What an entry note contains',
    intro: 'The contents page of the note that ends the first phase, without client data.',
    items: [
      'Activity, and the foreign-investment rules of its sector',
      'Beneficial owners, route and conditions',
      'Forms compared by activity, income, funding, liability and exit',
      'One recommended form, with the reasons',
      'Equity and loans, and how profit is paid out',
      'Tax of the Indian entity, and on payments to the parent',
      'Registrations and licences before the first invoice',
      'Steps with dates, and a person responsible for each',
      'Facts assumed, and the date of the law',
    ],
  },
  questions: [
    {
      question: 'Company or branch?',
      answer:
        'A company, as a rule, for making and selling in India, within the limits of its sector. Offices are open only for what the rules list: a liaison office earns no income, a project office serves one contract, and a branch does not ordinarily manufacture.',
    },
    {
      question: 'What takes longest?',
      answer:
        'Usually the bank’s identification of the owners, up to the individuals behind the parent. Collecting and legalising foreign papers takes weeks, not days, so we ask for them in the first phase.',
    },
  ],
  closing: {
    heading: 'About an entry into India',
    lead: 'Tell us the activity, the owners and the source of funds. We will reply with how we would approach it, and what we would ask for.',
    action: { label: 'Start Your Journey', href: '/contact' },
  },
  related: [
    {
      path: '/services/rbi-fema-compliance',
      reason: 'Foreign investment, loans from the parent and transfer pricing.',
    },
    { path: '/services/financial-due-diligence', reason: 'When you enter by buying a business.' },
    { path: '/services/ongoing-compliance', reason: 'Phase six, year after year.' },
  ],
});
