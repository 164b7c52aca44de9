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
  list: {
    heading: string;
    linkLabel: string;
    /** When to call, in three groups of the services. */
    groups: readonly { title: string; text: string; hrefs: readonly ListedService['href'][] }[];
    services: readonly ListedService[];
  };
  whyChoose: { heading: string; points: readonly NumeralPoint[] };
  closing: ClosingCallWords;
};

export const servicesPage: ServicesContent = {
  metaTitle: 'Services for trade, customs, FEMA and tax in India',
  metaDescription:
    'Eight services for cross-border business: foreign trade policy, RBI and FEMA, customs, market entry, due diligence, disputes, compliance and liaison.',
  heading: 'Our Services',
  lead: 'Eight services. Most matters need more than one, and one partner coordinates them.',
  list: {
    heading: 'What we do',
    linkLabel: 'Read more',
    groups: [
      {
        title: 'At the border',
        text: 'Before an order is accepted, a shipment leaves or a bill of entry is filed.',
        hrefs: ['/services/foreign-trade-policy', '/services/customs-compliance', '/services/quality-control'],
      },
      {
        title: 'With the money',
        text: 'Before a share is issued, a loan is drawn, a price is agreed or a payment leaves.',
        hrefs: ['/services/rbi-fema-compliance', '/services/financial-due-diligence'],
      },
      {
        title: 'In the company',
        text: 'Before a company is formed, and for the returns and authorities after it.',
        hrefs: ['/services/market-entry', '/services/ongoing-compliance', '/services/government-liaison'],
      },
    ],
    services: [
      {
        title: 'Foreign Trade Policy',
        href: '/services/foreign-trade-policy',
        summary:
          'The registrations, schemes and licences of the Directorate General of Foreign Trade (DGFT): which one fits, what it requires, and how its file is closed.',
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
          'Investment, borrowing and payments across the border under the Foreign Exchange Management Act, 1999 (FEMA): the conditions, the price, the report to the Reserve Bank of India (RBI), and the tax.',
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
          'Classification, value, origin and the duty schemes, from the first entry to an appeal: nine services, with the records that each needs.',
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
          'The form of entry, the registrations, the bank account and the first returns of a foreign company in India, in six phases.',
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
          'The earnings, cash, debts and exposures of a business, usually over three to five years, reported while the terms can still change.',
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
          'Complaints of foreign buyers and sellers, requests for relaxation, and orders under foreign trade law: the right forum, the evidence and the reply.',
        covers: ['Choice of forum', 'Evidence and inspection', 'Drafting and appearance', 'Prevention in contracts'],
      },
      {
        title: 'Ongoing Compliance and Advisory',
        href: '/services/ongoing-compliance',
        summary: 'Company, tax, exchange-control and trade filings in one calendar, with an owner for each filing.',
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
          'Applications, hearings and rulings before ministries, departments and regulators, with a written status of every pending matter.',
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
      { numeral: '10+', title: 'Years', text: 'In practice for cross-border business since 2013.' },
      {
        numeral: '360°',
        title: 'View',
        text: 'Every matter is read under each law that touches it, in India and at the other end.',
      },
      {
        numeral: '24/7',
        title: 'Access',
        text: 'For urgent matters our experts can be reached by telephone at any hour.',
      },
    ],
  },
  closing: {
    heading: 'Not sure which service it is?',
    lead: 'Describe the transaction. We will reply with the services it touches, and who would handle it.',
    action: { label: 'Book a Consultation', href: '/contact' },
  },
};
