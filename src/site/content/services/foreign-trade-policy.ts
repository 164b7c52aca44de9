import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

type ForeignTradePolicyContent = ServiceContent<'foreign-trade-policy'> & { years: { year: (n: number) => string } };

export const foreignTradePolicy = currentWords<ForeignTradePolicyContent>('foreign-trade-policy', {
  path: '/services/foreign-trade-policy',
  title: serviceTitles['/services/foreign-trade-policy'],
  shortTitle: 'Foreign Trade Policy',
  partner: 'trade',
  category: 'foreign-trade-policy',
  lawAsOf: '2026-07-31',
  metaTitle: 'Foreign Trade Policy and DGFT services',
  metaDescription:
    'DGFT work from the Importer–Exporter Code to discharge: Advance Authorisation, EPCG, DFIA, restricted items, SCOMET licences, audit and disputes.',
  lead: 'We help importers and exporters choose a scheme under the Foreign Trade Policy, keep its conditions and close the file. The Policy, administered by the Directorate General of Foreign Trade (DGFT), decides what may cross the border, on what condition, and which duties an exporter need not bear.',
  callsToAction: [{ label: 'Schedule Consultation', href: '/contact' }, viewAllServices],
  brief: {
    whatItIs:
      'Advice, filing and representation under the Foreign Trade (Development and Regulation) Act, 1992, the Foreign Trade Policy 2023 and its Handbook of Procedures. The Policy has no end date. It is amended by notification, the Handbook by public notice.',
    whoNeedsIt:
      'Importers and exporters of goods; service exporters who claim benefits or deal in controlled technology; holders of open or old authorisations.',
    whatWeDo:
      'Read the tariff line and its conditions, compare the schemes, prepare the application, track the obligation and answer notices.',
    whatYouReceive:
      'A comparison of the schemes open to your product, an obligation you can follow month by month, and the papers for discharge at DGFT and release of the bond at customs.',
    howLong:
      'Weeks rather than days to prepare an application, mostly for papers. After filing, the authority sets the time. An export obligation runs for years, and is discharged at its end.',
  },
  facilitation: {
    heading: 'Essential facilitation',
    intro: 'The registration every trader needs, and three schemes that lift customs duty from what goes into exports.',
    items: [
      {
        id: 'iec',
        title: 'IEC management',
        text: 'The Importer–Exporter Code (IEC) is the registration, based on the permanent account number, without which commercial goods do not clear customs. Service exporters need it when they claim benefits or deal in controlled technology. It is confirmed or updated online every year, even if nothing has changed.',
        scope: ['New codes and changes of particulars', 'Annual confirmation', 'Reactivation, surrender and merger'],
        goesWrong:
          'The annual confirmation is missed and the code is deactivated with cargo at the port. The bank, address or directors have changed and the code has not.',
      },
      {
        id: 'advance-authorisation',
        // Spelled so in spec §2; the law writes it with an s.
        title: 'Advance Authorization',
        text: 'Inputs physically incorporated in the export product are imported free of duty, with normal wastage, as are fuel and catalysts consumed in making it. Quantities follow the Standard Input Output Norms, norms fixed by the Norms Committee, or self-declaration. The holder accepts an export obligation with minimum value addition. The authorisation and the material are not transferable, even after the obligation is met.',
        scope: [
          'Norms and consumption statements',
          'Application, amendment and revalidation',
          'Redemption and release of bond',
        ],
        goesWrong:
          'Consumption runs above the norms, or the authorisation number is missing from shipping bills. Closure is left until the file cannot be rebuilt.',
      },
      {
        id: 'epcg',
        title: 'EPCG',
        text: 'The Export Promotion Capital Goods (EPCG) scheme admits machinery for pre-production, production and post-production at zero customs duty. In return the holder exports a multiple of the duty saved within six years, over and above the average past exports of the same or similar products.',
        scope: [
          'Plan of the six-year export obligation, block by block',
          'Installation certificate and annual review',
          'Shortfall, extension and discharge',
        ],
        goesWrong:
          'The average obligation is forgotten, the installation certificate is late, or the machine is moved or sold before discharge.',
      },
      {
        id: 'dfia',
        title: 'DFIA',
        text: 'A Duty Free Import Authorisation (DFIA) is issued after export, only for products with notified norms. It covers basic customs duty alone, and may be transferred once granted. It suits exporters who buy first and claim later.',
        scope: [
          'Eligibility of product and inputs',
          'Application before export, and the later claim',
          'Transfer and use by the buyer',
        ],
        goesWrong:
          'The application was not filed before export, or the imported input does not match the description and technical characteristics on the authorisation.',
      },
    ],
  },
  specialized: {
    // Spelled so in spec §2.
    heading: 'Specialized compliance',
    intro: 'Goods, software and technology that need an authorisation before they are ordered or sent.',
    items: [
      {
        id: 'restricted-items',
        title: 'Restricted items',
        text: 'The import and export schedules mark each tariff line free, restricted, prohibited or reserved for a State Trading Enterprise. A restricted line needs an authorisation. Even a free line may carry a quality order, import monitoring or a minimum price.',
        scope: [
          'Classification and policy condition',
          'Import and export authorisations',
          'Second-hand goods and import monitoring',
        ],
        goesWrong:
          'The order is placed before the authorisation is granted, or the authorisation is dated after shipment.',
      },
      {
        id: 'scomet',
        title: 'SCOMET',
        text: 'Special Chemicals, Organisms, Materials, Equipment and Technologies (SCOMET) is India’s control list for dual-use and military goods, software and technology. DGFT licenses most of it after review by several ministries; nuclear items and munitions go to other departments. An email or a shared folder can be an export. A catch-all control reaches unlisted items that may be diverted to weapons of mass destruction, missiles or military use.',
        scope: [
          'Classification record, including “not controlled”',
          'End-user certificate and application',
          'Internal compliance programme',
        ],
        goesWrong:
          'Drawings or software go out without a licence, or the end-user certificate does not match the contract.',
      },
    ],
  },
  advisory: {
    heading: 'Advisory, audit and disputes',
    intro: 'Choosing a scheme, checking open authorisations, and answering notices.',
    items: [
      {
        id: 'scheme-advisory',
        title: 'Advisory',
        text: 'We compare Advance Authorisation, DFIA, EPCG, duty drawback, bonded manufacture, Special Economic Zones and free trade agreements on cash, risk and record-keeping. We also look at Remission of Duties and Taxes on Exported Products (RoDTEP), the rebate of levies that no other scheme refunds, at the rates and for the period notified.',
        scope: [
          'Comparison of schemes for your products',
          'Which benefits may be combined',
          'Notes on changes in Policy and procedure',
        ],
        goesWrong: 'A decision rests on an old printed copy, or the RoDTEP claim is not made on the shipping bill.',
      },
      {
        id: 'authorisation-audit',
        title: 'Audit',
        text: 'Each authorisation is reconciled: imports, exports, norms, and receipt of proceeds by electronic Bank Realisation Certificate. The aim is the Export Obligation Discharge Certificate, which is needed to cancel the bond at customs.',
        scope: [
          'Statement for each authorisation',
          'Gaps, with what can and cannot be proved',
          'Discharge, and cancellation of the bond',
        ],
        goesWrong:
          'The exports were made, but no discharge certificate was obtained, and the bond is still open at customs.',
      },
      {
        id: 'trade-disputes',
        title: 'Disputes',
        text: 'We reply to show-cause notices and handle adjudication, appeal and review under the 1992 Act, and entry on the Denied Entity List, which stops further benefits. Settlement is considered where available.',
        scope: ['Replies and personal hearings', 'Appeal and review', 'Application to leave the Denied Entity List'],
        goesWrong: 'The notice goes to an old address and the order is passed without a reply on record.',
      },
    ],
  },
  years: {
    heading: 'An EPCG authorisation over six years',
    intro:
      'The machine comes in at zero customs duty. The export obligation then runs for six years, over and above the average of past exports.',
    year: (n) => `Year ${n}`,
    notes: [
      { title: 'Authorisation and import', text: 'Zero customs duty, against a bond.' },
      { title: 'Installation', text: 'The certificate, within the time allowed after import.' },
      { title: 'Review of each year', text: 'Exports, the average and receipts, set against the obligation.' },
      { title: 'End of the first block', text: 'Its share of the obligation must be met by now.' },
      {
        title: 'Balance and discharge',
        text: 'The rest of the obligation; then the discharge certificate and release of the bond.',
      },
    ],
    caution: 'A scheme in outline. Your authorisation states your own dates and conditions.',
  },
  schemes: {
    heading: 'Export schemes side by side',
    intro: 'The schemes differ in the duty they relieve, in the time of relief, and in their requirements.',
    columns: {
      name: 'Scheme',
      relieves: 'What it relieves',
      when: 'When',
      requires: 'What it requires',
      transfer: 'Transfer',
    },
    rows: [
      {
        name: 'Advance Authorisation',
        relieves: 'Duty on inputs',
        when: 'Before export, or after it as replenishment',
        requires: 'Export of the product, with minimum value addition',
        transfer: 'Not transferable',
      },
      {
        name: 'DFIA',
        relieves: 'Basic customs duty on inputs',
        when: 'After export',
        requires: 'A product with notified norms, and an application filed before export',
        transfer: 'Transferable once granted',
      },
      {
        name: 'EPCG',
        relieves: 'Customs duty on capital goods',
        when: 'Before export',
        requires: 'Exports of a multiple of the duty saved, in six years, over the average',
        transfer: 'The machine stays until discharge',
      },
      {
        name: 'RoDTEP',
        relieves: 'Levies that no other scheme refunds, while notified',
        when: 'After export',
        requires: 'A claim on the shipping bill, and receipt of the proceeds',
        transfer: 'Credited in transferable e-scrips',
      },
    ],
  },
  sample: {
    heading: 'What an obligation tracker shows',
    intro: 'The columns for one authorisation, without client data.',
    items: [
      'Authorisation: number, date and port of registration',
      'Goods imported, duty saved and bond',
      'Installation certificate, where one is due',
      'Obligation: in all, by block, and over the average',
      'Shipping bills that name the authorisation',
      'Proceeds received, by bank certificate',
      'Balance, and the time left',
      'Papers missing, and who obtains each',
      'Discharge certificate, and release of the bond',
    ],
  },
  reasons: {
    heading: 'Why choose us for DGFT work',
    items: [
      {
        title: 'Four laws together',
        text: 'An authorisation touches trade, customs, foreign exchange and tax law. We handle all four.',
      },
      {
        title: 'Founded in 2013',
        text: 'The firm has over 10 years of experience, enough to have taken authorisations from application to discharge.',
      },
      {
        title: 'Offices in India and the USA',
        text: 'We work from Jaipur, Delhi, Gurugram and Philadelphia, so a matter can be followed at both ends.',
      },
      {
        title: 'Typically a reply within 24 hours',
        text: 'That is our usual time for a written enquiry. If goods are held, please telephone.',
      },
    ],
  },
  questions: [
    {
      question: 'Can a shortfall in the export obligation of an EPCG authorisation be put right after six years?',
      answer:
        'Sometimes. An extension, payment of duty with interest on the unmet part, or relief in genuine hardship may be open, each on its conditions. The choice narrows once a notice is issued, so draw up the figures before the period ends.',
    },
    {
      question: 'Is it worth recording that an item is not controlled?',
      answer:
        'Yes. A dated note of the item, the entries of the SCOMET list that were read, the end use and the end user shows later why no licence was sought. Review it when the list, the product or the buyer changes.',
    },
  ],
  closing: {
    heading: 'About an authorisation of yours',
    lead: 'Tell us what it is for, what is still open, and what DGFT wrote last. We will reply with how we would approach the file.',
    action: { label: 'Schedule Consultation', href: '/contact' },
  },
  related: [
    {
      path: '/services/customs-compliance',
      reason: 'Drawback, bonded manufacture and the bond itself are decided at customs.',
    },
    {
      path: '/services/quality-control',
      reason: 'Buyers’ complaints and requests for relaxation are heard at DGFT too.',
    },
    {
      path: '/services/ongoing-compliance',
      reason: 'Annual confirmation of the code, and tracking of open authorisations.',
    },
  ],
});
