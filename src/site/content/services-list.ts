import type { NumeralPoint } from './home.ts';
import type { ClosingCallWords, PageMeta } from './page.ts';
import type { ServicePath } from './services/page-content.ts';

export type ListedService = {
  title: string;
  href: Exclude<ServicePath, '/services/navigating-india-toreign-trade'>;
  summary: string;
  /** What the service covers, in a few words each. */
  covers: readonly string[];
};

export type ServicesContent = PageMeta & {
  heading: string;
  lead: string;
  list: { heading: string; linkLabel: string; services: readonly ListedService[] };
  whyChoose: { heading: string; points: readonly NumeralPoint[] };
  closing: ClosingCallWords;
};

export const servicesPage: ServicesContent = {
  metaTitle: 'Services',
  metaDescription:
    'Eight services for cross-border business: foreign trade policy, RBI and FEMA, customs, market entry, due diligence, disputes, compliance and liaison.',
  heading: 'Our Services',
  lead: 'Eight lines of work, from the first licence to the last certificate. Most matters use more than one of them.',
  list: {
    heading: 'What we do',
    linkLabel: 'Read more',
    services: [
      {
        title: 'Foreign Trade Policy',
        href: '/services/foreign-trade-policy',
        summary:
          'What may cross the border, on what condition, and which duties an exporter need not bear: the schemes of the Directorate General of Foreign Trade (DGFT), from application to closure.',
        covers: [
          'Importer–Exporter Code',
          'Duty-free inputs and capital goods',
          'Restricted and dual-use items',
          'Audit and disputes',
        ],
      },
      {
        title: 'RBI and FEMA Compliance',
        href: '/services/rbi-fema-compliance',
        summary:
          'Whether a transaction is allowed, and how it is priced, routed and reported to the Reserve Bank of India (RBI) under the Foreign Exchange Management Act, 1999 (FEMA), with the tax that follows.',
        covers: [
          'Foreign and overseas investment',
          'External commercial borrowing',
          'International taxation',
          'Transfer pricing',
        ],
      },
      {
        // So titled here, and 'Customs and Foreign Trade Compliance' on the home page: spec §2, Services.
        title: 'Trade and Customs service',
        href: '/services/customs-compliance',
        summary:
          'Duty is self-assessed, so the importer answers for classification, value and origin for years after clearance. Nine services for entries that can be defended.',
        covers: [
          'Trusted-trader status',
          'Bonded manufacture and drawback',
          'Related-party valuation',
          'Litigation and appeals',
        ],
      },
      {
        title: 'Market Entry',
        href: '/services/market-entry',
        summary:
          'The form before the name: ownership limits, permitted activity and tax follow from it. Six phases lead to a registered, funded and reporting Indian presence.',
        covers: [
          'Strategy and permissibility',
          'Formation and registrations',
          'Bank account and capital',
          'Tax and yearly compliance',
        ],
      },
      {
        title: 'Financial Due Diligence',
        href: '/services/financial-due-diligence',
        summary:
          'What the accounts do not tell a buyer, usually over three to five years, with findings ranked by their effect on price, contract and completion.',
        covers: [
          'Quality of earnings',
          'Working capital and cash flow',
          'Net debt and commitments',
          'Tax and regulatory exposure',
        ],
      },
      {
        title: 'Quality Control and Dispute Resolution',
        href: '/services/quality-control',
        summary:
          'A complaint by a foreign buyer can reach the exporter’s registration. A prompt, documented answer in the right forum helps to keep it commercial.',
        covers: ['Choice of forum', 'Evidence and inspection', 'Drafting and appearance', 'Prevention in contracts'],
      },
      {
        title: 'Ongoing Compliance and Advisory',
        href: '/services/ongoing-compliance',
        summary:
          'Many penalties come from a missed date, not from a doubtful point of law. A calendar with an owner for each filing, and 24/7 access to our experts.',
        covers: [
          'Corporate and tax returns',
          'Exchange-control reports',
          'Trade and customs upkeep',
          'Notes on changes in law',
        ],
      },
      {
        title: 'Liaison with Government Authorities',
        href: '/services/government-liaison',
        summary:
          'An application is decided on its papers. Liaison is making them complete, answering when asked, and reporting the status of every pending matter in writing.',
        covers: [
          'Applications and registrations',
          'Hearings and notices',
          'Clarifications and advance rulings',
          'Industry representations',
        ],
      },
    ],
  },
  whyChoose: {
    heading: 'Why Choose Our Services',
    points: [
      { numeral: '10+', title: 'Years', text: 'Experience of trade, customs, exchange control and tax, since 2013.' },
      {
        numeral: '360°',
        title: 'View',
        text: 'Every matter is read under each law that touches it, in India and at the other end.',
      },
      {
        numeral: '24/7',
        title: 'Access',
        text: 'Access to our experts for clients whose goods and payments keep other hours.',
      },
    ],
  },
  closing: {
    heading: 'Not sure which service it is?',
    lead: 'Describe the transaction. We will reply with how we would approach it, and who would handle it.',
    action: { label: 'Book a Consultation', href: '/contact' },
  },
};
