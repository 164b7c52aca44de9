import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

export const customsCompliance = currentWords<ServiceContent<'customs-compliance'>>('customs-compliance', {
  path: '/services/customs-compliance',
  title: serviceTitles['/services/customs-compliance'],
  shortTitle: 'Customs',
  partner: 'trade',
  category: 'customs-and-gst',
  lawAsOf: '2026-07-31',
  metaTitle: 'Customs and foreign trade compliance',
  metaDescription:
    'Nine customs services: AEO, MOOWR, duty drawback, valuation and classification, general advice, GST on trade, SVB matters, litigation and audit.',
  lead: 'We settle classification, value, origin and exemption for importers and exporters, and defend the position when customs questions it. Duty is self-assessed, so the importer answers for these four points for years after clearance.',
  callsToAction: [{ label: 'Get Customs Support', href: '/contact' }, viewAllServices],
  brief: {
    whatItIs:
      'Advice and representation under the Customs Act, 1962 and the law around it: Authorised Economic Operator (AEO) status, Manufacture and Other Operations in Warehouse (MOOWR), drawback, valuation, goods and services tax (GST), the Special Valuation Branch (SVB) and appeals.',
    whoNeedsIt:
      'Importers and exporters of goods; Indian subsidiaries that buy from a foreign parent; manufacturers who bring in capital goods or inputs.',
    whatWeDo:
      'Examine entries, contracts and prices; give a written position; prepare the application or the reply; appear before the officer. Entries are filed by your licensed customs broker.',
    whatYouReceive:
      'A file of evidence for your entries, a comparison of the ways to defer or recover duty, a list of dates and bonds, and a file ready for audit.',
    howLong:
      'An opinion or a reply takes days or weeks. Status as a trusted trader, a valuation inquiry or an appeal takes months, some years, at the pace of the department or the tribunal.',
  },
  stages: {
    heading: 'Where the nine services fall in the life of a consignment',
    titles: {
      shipment: 'Before shipment',
      arrival: 'Arrival and assessment',
      factory: 'In the factory',
      export: 'Export',
      clearance: 'After clearance',
    },
  },
  status: {
    heading: 'Status and duty schemes',
    items: [
      {
        id: 'aeo',
        shortTitle: 'AEO',
        title: 'AEO certification',
        text: 'An Authorised Economic Operator is a business that customs has examined and certified as a trusted trader. There are three tiers for importers and exporters, and one certificate for logistics operators. It brings fewer examinations, lower guarantees, deferred payment of duty at the higher tiers, and recognition by partner administrations abroad.',
        scope: [
          'Choice of tier, and a review of readiness',
          'Review of records, controls and premises',
          'Application, annexures and validation visit',
          'Renewal, and the duty to report changes',
        ],
        goesWrong: 'Show-cause notices are open, controls are not written down, or a change is not reported.',
      },
      {
        id: 'moowr',
        shortTitle: 'MOOWR',
        title: 'MOOWR',
        text: 'Under the Manufacture and Other Operations in Warehouse (No. 2) Regulations, 2019 a factory is licensed as a bonded warehouse. Duty on inputs and machines is deferred, without interest, until they are cleared for home consumption, and falls away on inputs in goods exported. There is no export obligation. Some goods and operations are excluded.',
        scope: [
          'Comparison with other duty schemes, in cash',
          'Licence, layout and bond',
          'Digital records and returns',
          'Clearance, transfer and exit',
        ],
        goesWrong:
          'Duty on machines becomes payable on removal from the bond, with no depreciation, and is missing from the plan.',
      },
      {
        id: 'duty-drawback',
        shortTitle: 'Drawback',
        title: 'Duty drawback',
        text: 'Drawback returns the customs duty borne by inputs of exported goods: at the All Industry Rate, a notified average claimed on the shipping bill, or at a brand rate fixed on actual figures. A separate provision covers duty-paid imports that are sent back. GST is not part of drawback.',
        scope: [
          'All Industry Rate against brand rate, worked in figures',
          'Brand-rate applications',
          'Claims on re-export, with proof of identity',
          'Short-paid, pending and recalled claims',
        ],
        goesWrong:
          'The All Industry Rate is claimed and the brand rate is lost, or proceeds stay unrealised and the drawback is recovered.',
      },
    ],
  },
  value: {
    heading: 'Value and duty',
    items: [
      {
        id: 'valuation-and-classification',
        shortTitle: 'Valuation, classification',
        title: 'Valuation and classification',
        text: 'Two questions decide the duty on most imports: what the goods are, and what they are worth. Classification follows the Customs Tariff by its rules of interpretation. Value is the price paid or payable, adjusted for freight, insurance, commission, royalty and materials supplied by the buyer. An advance ruling, on the facts stated, binds customs for that importer.',
        scope: [
          'Written classification opinions',
          'Royalties, tooling, freight and other additions',
          'Exemption notifications',
          'Applications for advance rulings',
        ],
        goesWrong: 'The supplier’s code is copied, or royalty and tooling are left out of the value.',
      },
      {
        id: 'general-advisory',
        shortTitle: 'Advisory',
        title: 'General advisory',
        text: 'Advice on the questions that come up between shipments: a new product, a new source, a trade agreement, a concession tied to end use, or a licence needed at the border.',
        scope: [
          'Trade agreements, among them UAE, Australia, EFTA and the UK, and proof of origin',
          'Deferred payment of duty, for trusted traders and for eligible manufacturers',
          'Concessional imports and project imports',
          'Trade remedies, product standards and licences',
          'Contract terms; training of logistics and finance teams',
        ],
        goesWrong:
          'Preference is claimed on a certificate that the supplier’s costing cannot support. The importer must hold origin information, not only the certificate.',
      },
      {
        id: 'gst-on-trade',
        shortTitle: 'GST',
        title: 'GST on trade',
        text: 'Exports are zero-rated, and so are supplies to Special Economic Zone units and developers for their authorised operations. Ship under a Letter of Undertaking and claim unused credit or, where that route is open for the goods, pay integrated tax and claim it back. Imported goods bear integrated tax at customs; imported services bear it by reverse charge.',
        scope: [
          'Choice of route, with its effect on cash',
          'Credit of tax paid on imports',
          'Refund claims and mismatches',
          'Exports of services and place of supply',
        ],
        goesWrong: 'The undertaking is not renewed for the year, or the shipping bill and the return do not match.',
      },
    ],
  },
  disputes: {
    heading: 'Disputes and review',
    items: [
      {
        id: 'svb-matters',
        shortTitle: 'SVB',
        title: 'SVB matters',
        text: 'When buyer and seller are related, the Special Valuation Branch asks whether the relationship influenced the price. Clearance continues on provisional assessment, which the Customs Act now limits in time; the branch reports and the port finalises. The answer must agree with your transfer pricing file, because income tax tests the same price.',
        scope: [
          'Whether a reference is needed at all',
          'Questionnaire, agreements and annexures',
          'Alignment with the transfer pricing study',
          'Closing provisional assessments',
        ],
        goesWrong: 'The questionnaire is half answered, or a changed agreement is not reported.',
      },
      {
        id: 'litigation-and-appeals',
        shortTitle: 'Litigation',
        title: 'Litigation and appeals',
        text: 'From the first summons or notice to the Commissioner (Appeals) and the Customs, Excise and Service Tax Appellate Tribunal. Disputes on drawback go in revision to the Central Government instead. In the High Court and the Supreme Court we brief and assist counsel.',
        scope: [
          'Summons, seizure and provisional release',
          'Replies to show-cause notices, and hearings',
          'Appeals, revision and pre-deposit',
          'Closure of a case by payment, where the law allows it',
        ],
        goesWrong: 'There is no reply on record, the forum is wrong, or limitation has run out.',
      },
      {
        id: 'audit-and-review',
        shortTitle: 'Audit, review',
        title: 'Audit and compliance review',
        text: 'Customs audits after clearance, at the desk or at your premises, on records you must keep. A review of your own records, done first, leaves time for voluntary correction, for which the Customs Act now has its own procedure.',
        scope: [
          'Sample review of past bills of entry',
          'Reconciliation with books and GST returns',
          'Proof that exemption conditions were met',
          'Readiness for post-clearance audit',
        ],
        goesWrong: 'Conditions of an exemption were met but cannot be proved.',
      },
    ],
  },
  questions: [
    {
      question: 'Our parent company supplies us. Must every import wait for the SVB?',
      answer:
        'No. While the branch examines the relationship, clearance continues on provisional assessment. Since 2025 the Customs Act has limited how long such an assessment may stay open, subject to extension.',
    },
    {
      question: 'Can we correct an old bill of entry ourselves?',
      answer:
        'Often. The Customs Act now has a procedure for voluntary revision of an entry after clearance, with conditions and exceptions. We check whether the entry qualifies, and what duty and interest would follow.',
    },
  ],
  closing: {
    heading: 'About an entry or a notice',
    lead: 'Describe the last entry you were unsure of. Our reply says how we would review it, and earlier entries like it.',
    action: { label: 'Get Customs Support', href: '/contact' },
  },
  related: [
    { path: '/services/foreign-trade-policy', reason: 'The authorisations and licences that customs will ask to see.' },
    {
      path: '/services/rbi-fema-compliance',
      reason: 'The transfer pricing file that must agree with the customs value.',
    },
    { path: '/services/navigating-india-toreign-trade', reason: 'Customs entry and origin at the other end.' },
  ],
});

type Entry = (typeof customsCompliance)['status' | 'value' | 'disputes']['items'][number];

/** The services of each stage in the life of a consignment. */
export const servicesOfStage: Readonly<Record<keyof typeof customsCompliance.stages.titles, readonly Entry['id'][]>> = {
  shipment: ['aeo', 'valuation-and-classification', 'general-advisory'],
  arrival: ['gst-on-trade', 'svb-matters'],
  factory: ['moowr'],
  export: ['duty-drawback'],
  clearance: ['litigation-and-appeals', 'audit-and-review'],
};
