import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

export const governmentLiaison = currentWords<ServiceContent<'government-liaison'>>('government-liaison', {
  path: '/services/government-liaison',
  title: serviceTitles['/services/government-liaison'],
  shortTitle: 'Government liaison',
  partner: 'managing',
  category: 'foreign-trade-policy',
  lawAsOf: '2026-07-31',
  metaTitle: 'Liaison with government authorities',
  metaDescription:
    'Applications, hearings, clarifications and representations before eight authorities of trade, tax, foreign exchange and company law, status in writing.',
  lead: 'We prepare complete papers for applications to government departments, answer each query in writing, and tell you where the matter stands. An application is decided on the papers filed.',
  callsToAction: [{ label: 'Get Liaison Support', href: '/contact' }, viewAllServices],
  brief: {
    whatItIs:
      'Documented applications and authorised representation before departments, regulators and tribunals. It is not influence, and we promise no outcome.',
    whoNeedsIt:
      'Businesses with a pending application, refund, audit or notice, and those without staff in Delhi or near the authority concerned.',
    whatWeDo:
      'Check the papers against the rule, file, attend, answer deficiency letters, follow up on record, and carry an appeal where one lies.',
    whatYouReceive: 'A written status of every pending matter, with the next step and whose turn it is.',
    howLong:
      'Preparation takes weeks, not days. After filing, the department sets the time. We answer its questions at once.',
  },
  services: {
    heading: 'Applications, hearings, rulings and representations',
    intro: 'Each service begins with the conditions of the rule, and the proof of each condition.',
    items: [
      {
        id: 'applications-and-registrations',
        title: 'Applications and registrations',
        text: 'We prepare the application as the officer will read it: the provision, the facts, the proof and the order sought. Deficiency letters are answered point by point.',
        scope: [
          'Checklist against the rule',
          'Drafting, annexures and filing',
          'Replies to deficiency letters',
          'Amendment, renewal and surrender',
        ],
      },
      {
        id: 'representation',
        title: 'Representation in hearings and notices',
        text: 'As chartered accountants we appear before tax, customs and goods and services tax (GST) authorities, and before the tribunals the law opens to us. In the High Courts and the Supreme Court we brief and assist counsel.',
        scope: [
          'Replies to notices and summons',
          'Personal hearings, with a note of each',
          'Statutory appeals',
          'Instructions to counsel',
        ],
      },
      {
        id: 'clarifications-and-rulings',
        title: 'Clarifications and advance rulings',
        text: 'Where the law is unclear, a ruling or a clarification can be sought before the transaction. We advise whether to ask, whom, and how to frame the facts so that the answer can be used.',
        scope: [
          'Choice between opinion, clarification and ruling',
          'Statement of facts and questions',
          'Hearing, and effect on past years',
        ],
      },
      {
        id: 'industry-representations',
        title: 'Industry representations',
        text: 'Businesses and associations may tell government how a rule works in practice. We draft representations on policy and on the annual budget, with figures, the difficulty and a text that would cure it.',
        scope: ['Note on the difficulty, with examples', 'Proposed wording', 'Submission and a record of the response'],
      },
    ],
  },
  course: {
    heading: 'The course of an application',
    intro: 'Five steps, each of which leaves a paper on the file.',
    items: [
      {
        title: 'Rule and authority',
        text: 'We name the provision, the authority that decides and the proof it requires, and compare them with your facts. Where a condition is not met, we say so before filing.',
        output: 'A checklist against the rule.',
      },
      {
        title: 'Facts and papers',
        text: 'Facts and figures are collected once and stated in the same way to each department. Annexures are numbered and indexed.',
        output: 'A draft that you have approved.',
      },
      {
        title: 'Filing',
        text: 'The application goes to the portal, to the department or, for foreign exchange, through the Authorised Dealer bank. It is filed early enough for a second attempt.',
        output: 'The acknowledgement, with its number and date.',
      },
      {
        title: 'Queries and hearing',
        text: 'A deficiency letter is answered point by point. We attend the hearing and confirm to the officer what was submitted there, so that no spoken assurance has to be relied upon.',
        output: 'The reply, and a note of the hearing.',
      },
      {
        title: 'Order',
        text: 'We compare the order with the application, give effect to it at the other departments and the bank, and tell you whether an appeal lies and until when.',
        output: 'The order, and a list of what follows from it.',
      },
    ],
  },
  authorities: {
    heading: 'The authorities, and the matters before each',
    intro: 'Some are approached directly, others through a bank or a portal.',
    items: [
      {
        id: 'dgft',
        title: 'Directorate General of Foreign Trade',
        shortTitle: 'DGFT',
        text: 'Importer–Exporter Code, authorisations, export-control licences, discharge certificates and policy relaxation.',
      },
      {
        id: 'cbic',
        title: 'Central Board of Indirect Taxes and Customs',
        shortTitle: 'CBIC',
        text: 'Customs assessment, trusted-trader status, bonded manufacture, related-party valuation, drawback and GST refunds.',
      },
      {
        id: 'rbi',
        title: 'Reserve Bank of India',
        shortTitle: 'RBI',
        text: 'Through Authorised Dealer banks: reports of inward and overseas investment and of foreign borrowing. By application to the Bank itself: compounding.',
      },
      {
        id: 'cbdt',
        title: 'Central Board of Direct Taxes',
        shortTitle: 'CBDT',
        text: 'Assessment, lower-withholding certificates, residency certificates, advance pricing agreements and mutual agreement.',
      },
      {
        id: 'mca',
        title: 'Ministry of Corporate Affairs and the Registrar of Companies',
        shortTitle: 'MCA',
        text: 'Incorporation, annual filings, and offices of foreign companies.',
      },
      {
        id: 'dpiit',
        title: 'Department for Promotion of Industry and Internal Trade, and administrative ministries',
        shortTitle: 'DPIIT',
        text: 'Foreign investment by the Government route, and approvals for a sector.',
      },
      {
        id: 'development-commissioners',
        title: 'Development Commissioners for Special Economic Zones and Export Oriented Units',
        shortTitle: 'SEZ and EOU',
        text: 'Approvals, procurement, performance and exit of units.',
      },
      {
        id: 'bis',
        title: 'Bureau of Indian Standards and product regulators',
        shortTitle: 'BIS',
        text: 'Quality control orders, and import clearances for food, drugs and devices, and wireless equipment.',
      },
    ],
  },
  appearance: {
    heading: 'Who appears, and where',
    intro: 'The law decides who may represent you and who may file. We coordinate those whom it names.',
    columns: { name: 'Before', who: 'Who appears or files', work: 'What we do' },
    rows: [
      {
        name: 'Tax, customs and GST authorities',
        who: 'Chartered accountants, as authorised representatives',
        work: 'Reply, appear and appeal',
      },
      {
        name: 'Income-tax and customs tribunals',
        who: 'Chartered accountants, as authorised representatives',
        work: 'Prepare and argue the appeal',
      },
      {
        name: 'Company law tribunal, and appellate bodies for foreign exchange',
        who: 'Chartered accountants, where permitted',
        work: 'Prepare the record and appear',
      },
      {
        name: 'High Courts and Supreme Court',
        who: 'Advocates',
        work: 'Brief and assist counsel',
      },
      {
        name: 'Customs, for entries of goods',
        who: 'Licensed customs brokers',
        work: 'Give instructions and check the entry',
      },
      {
        name: 'Authorities in the USA, the UK and the United Arab Emirates',
        who: 'Professionals licensed there',
        work: 'Supply the facts, and keep both ends in agreement',
      },
    ],
  },
  areas: {
    heading: 'What the work covers',
    items: [
      { title: 'Licences and authorisations', text: 'Grant, amendment, extension and closure.' },
      {
        title: 'Investment and borrowing approvals',
        text: 'Government-route proposals, registrations and permissions through the bank.',
      },
      { title: 'Refunds and incentives', text: 'Claims that are pending, short-paid or returned with queries.' },
      { title: 'Audits, inspections and notices', text: 'Preparation, attendance and a reply on record.' },
      { title: 'Disputes and appeals', text: 'From the first order to the tribunal, with counsel beyond it.' },
      { title: 'Policy representations', text: 'Difficulties put to ministries and committees, with a remedy.' },
    ],
  },
  pitfalls: {
    heading: 'What usually goes wrong',
    items: [
      {
        title: 'Two versions of one fact',
        text: 'The same fact is stated differently to two departments. Departments compare data, and the difference is put in a notice.',
      },
      {
        title: 'The last hour',
        text: 'The reply is filed on the last day, and there is no time for a second attempt if the portal fails.',
      },
      {
        title: 'The spoken assurance',
        text: 'A verbal assurance is relied upon, and is not on record when the matter is decided.',
      },
    ],
  },
  questions: [
    {
      question: 'Can you speed up a department?',
      answer:
        'No. A department decides in its own time. We file complete papers, answer its queries at once, and keep a record of what is pending and since when.',
    },
    {
      question: 'Do you appear before the authorities?',
      answer:
        'Chartered accountants appear before tax, customs and GST authorities, and before the tribunals that the law opens to them. In the High Courts and the Supreme Court advocates appear, and we brief and assist them.',
    },
  ],
  closing: {
    heading: 'About a pending matter',
    lead: 'Tell us what was filed, and what the department wrote last. Our reply says how we would take the matter further.',
    action: { label: 'Get Liaison Support', href: '/contact' },
  },
  related: [
    { path: '/services/quality-control', reason: 'Complaints, relaxation and appeals at DGFT.' },
    { path: '/services/customs-compliance', reason: 'The customs matters, one by one.' },
    { path: '/services/ongoing-compliance', reason: 'Fewer notices to answer.' },
  ],
});
