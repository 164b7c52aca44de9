import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

export const qualityControl = currentWords<ServiceContent<'quality-control'>>('quality-control', {
  path: '/services/quality-control',
  title: serviceTitles['/services/quality-control'],
  shortTitle: 'Quality and disputes',
  partner: 'trade',
  category: 'customs-and-gst',
  lawAsOf: '2026-07-31',
  metaTitle: 'Quality control and trade dispute resolution',
  metaDescription:
    'Buyers’ complaints, policy relaxation, grievances and appeals before DGFT: four mechanisms, what each can decide, and how we prepare the record.',
  lead: 'We help Indian and foreign traders to bring or answer a complaint: we find the forum, complete the record and negotiate. A complaint can lead to action against an exporter’s Importer–Exporter Code. A prompt, documented reply helps to settle it between the parties.',
  callsToAction: [{ label: 'Get Resolution Support', href: '/contact' }, viewAllServices],
  brief: {
    whatItIs:
      'Help with trade disputes, hardship and orders before the Directorate General of Foreign Trade (DGFT), and with the quality rules that prevent them.',
    whoNeedsIt:
      'Indian exporters and importers with a complaint, a refusal or an order; foreign buyers and sellers with a claim against an Indian party.',
    whatWeDo:
      'Assess the case, secure the evidence, draft and file, attend the meeting or hearing, and help your lawyers record the settlement.',
    whatYouReceive: 'The right forum, a complete record, and a negotiated close where it is possible.',
    howLong:
      'Preparing a case takes weeks, mostly for evidence. After filing, the forum sets the time, and months are usual.',
  },
  mechanisms: {
    heading: 'Redress at DGFT, and who hears what',
    intro:
      'The four mechanisms are not stages of one procedure. Each hears a different question, and time spent in the wrong one still counts against the limit for an appeal.',
    items: [
      {
        id: 'quality-complaints',
        title: 'Committee on Quality Complaints and Trade Disputes',
        text: 'Committees at DGFT’s regional offices, under the Foreign Trade Policy, conciliate complaints between an Indian and a foreign party. A complaint is filed online. Unanswered, it can lead to action against the Importer–Exporter Code.',
        hears: 'Quality, non-supply, non-payment, delivery and unethical dealing, whichever side complains.',
        limit:
          'It does not hear two Indian or two foreign parties, awards no decree, and does not replace arbitration.',
        goesWrong:
          'The notice is ignored, there is no joint inspection, or the goods are disposed of before evidence is kept.',
      },
      {
        id: 'policy-relaxation',
        title: 'Policy Relaxation Committee',
        text: 'The committee may relax the Policy or its procedure in a genuine case. The applicant holds an Importer–Exporter Code and shows, with papers, what happened and why the rule should be relaxed.',
        hears: 'Genuine hardship, and adverse impact on trade.',
        limit: 'Norms, capital goods and some other matters go to their own specialist committees instead.',
        goesWrong: 'Hardship is asserted, not shown, and the provision to be relaxed is not named.',
      },
      {
        id: 'grievance-redressal',
        title: 'Grievance redressal and personal hearing',
        text: 'An online helpdesk and grievance committees take up delay and error. After a review, a personal hearing before the Director General may be sought.',
        hears: 'Pending applications, unexplained refusals and difficulties with systems.',
        limit: 'Adjudication orders are outside the personal hearing.',
        goesWrong: 'The hearing is used as a substitute for appeal, while limitation runs.',
      },
      {
        id: 'adjudication-appeal-review',
        title: 'Adjudication, appeal and review',
        text: 'The formal procedure under the Foreign Trade (Development and Regulation) Act, 1992: show-cause notice, order, statutory appeal and review.',
        hears: 'Penalties, and suspension or cancellation of the Importer–Exporter Code.',
        limit: 'Time and deposit are set by law. A writ petition in the High Court is argued by counsel.',
        goesWrong: 'Limitation is missed, or the penalty is neither deposited nor its waiver sought.',
      },
    ],
  },
  guidance: {
    heading: 'From the first notice to the next contract',
    intro: 'We prepare each matter for a hearing, and help to settle it where the parties agree.',
    items: [
      {
        id: 'case-assessment',
        title: 'Case assessment and choice of forum',
        text: 'We read the contract, the complaint and the dates. You receive a short note: what can be claimed or defended, before whom, by when, and at what risk to the Importer–Exporter Code.',
      },
      {
        id: 'evidence',
        title: 'Evidence',
        text: 'We assemble contract, specification, inspection reports, shipping and bank papers and correspondence, in date order. Samples are kept, and a joint inspection is proposed before the goods are disposed of.',
      },
      {
        id: 'drafting-and-appearance',
        title: 'Drafting, filing and appearance',
        text: 'We draft the complaint, reply or application, file it, answer queries and attend with you. Your lawyers record the terms that are agreed, so that both sides, the bank and DGFT can rely on them.',
      },
      {
        id: 'prevention',
        title: 'Prevention',
        text: 'Many disputes begin with unclear terms. We review specification and tolerance, inspection, delivery terms and payment for the next order with your lawyers, who settle governing law and arbitration.',
      },
    ],
  },
  qualityAtTheBorder: {
    heading: 'Quality at the border',
    intro:
      'For some products quality is a condition of entry or exit. The list changes often, so we check it for each product and date.',
    items: [
      {
        id: 'quality-control-orders',
        title: 'Imports under a Quality Control Order',
        text: 'An order under the Bureau of Indian Standards Act, 2016 makes a standard and its mark compulsory for the products it names. Foreign makers are certified under a scheme of their own. Orders are issued, deferred and withdrawn.',
        scope: [
          'Whether an order covers the product on the date',
          'Certification of the foreign maker',
          'Marking, and proof at the port',
        ],
        goesWrong: 'The machine is shipped before it is certified.',
      },
      {
        id: 'product-approvals',
        title: 'Approvals of other regulators',
        text: 'Food, drugs and devices, and wireless equipment need the clearance of their own regulators. A tariff line that is free to import may still carry a quality order, import monitoring or a minimum price.',
        scope: [
          'Food, drug, device and wireless clearances',
          'Import monitoring and price conditions',
          'Order of approvals, before the purchase order',
        ],
        goesWrong: 'The order is placed before the approval, and the goods wait at the port.',
      },
      {
        id: 'export-inspection',
        title: 'Exports that need inspection',
        text: 'The Export Inspection Council certifies notified exports. Contract, standard and certificate have to describe the same goods.',
        scope: [
          'Whether the product is notified',
          'Inspection and certificate',
          'Check of certificate against contract',
        ],
        goesWrong: 'Contract and certificate describe different goods.',
      },
      {
        id: 'goods-held-or-refused',
        title: 'Goods held or refused',
        text: 'When goods are held at the border or refused by the buyer, samples, inspection reports and papers are secured first. The choice of forum follows: the regulator, customs, or the committee at DGFT.',
        scope: [
          'Evidence and joint inspection',
          'Reply to customs or the regulator',
          'Complaint, or agreement with the buyer',
        ],
        goesWrong: 'The goods are disposed of before evidence is kept.',
      },
    ],
  },
  questions: [
    {
      question: 'A buyer has complained to DGFT. Must we answer?',
      answer:
        'Yes, in time and with evidence. The committee awards nothing, but a complaint left unanswered can lead to action against the Importer–Exporter Code.',
    },
    {
      question: 'Is the procedure an arbitration?',
      answer:
        'No. The committee conciliates between the parties and makes no award. It does not replace the arbitration that a contract provides for. If the parties agree, their lawyers record the settlement.',
    },
  ],
  closing: {
    heading: 'About a complaint or an order',
    lead: 'Tell us what it says, who sent it and when you received it. We will reply with how we would approach it, and what we would ask for.',
    action: { label: 'Get Resolution Support', href: '/contact' },
  },
  related: [
    {
      path: '/services/foreign-trade-policy',
      reason: 'Authorisations, discharge and the conditions behind many orders.',
    },
    { path: '/services/customs-compliance', reason: 'Goods held at the port, and appeals against customs orders.' },
    { path: '/services/government-liaison', reason: 'Pending applications at other departments.' },
  ],
});
