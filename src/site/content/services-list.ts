import type { ListedId, ServicesWords } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import type { ClosingCallWords } from './page.ts';

type Listed<Item> = Omit<Item, 'id'> & { href: `/services/${ListedId}` };

export type ServicesContent = ServicesWords & {
  heading: string;
  list: {
    heading: string;
    linkLabel: string;
    groups: readonly { title: string; text: string; hrefs: readonly `/services/${ListedId}`[] }[];
    services: readonly Listed<ServicesWords['services'][number]>[];
  };
  whyChoose: { heading: string };
  closing: ClosingCallWords;
};

const hrefOf = (id: ListedId) => `/services/${id}` as const;

const GROUPS: Record<ServicesWords['groups'][number]['id'], readonly ListedId[]> = {
  border: ['foreign-trade-policy', 'customs-compliance', 'quality-control'],
  money: ['rbi-fema-compliance', 'financial-due-diligence'],
  company: ['market-entry', 'ongoing-compliance', 'government-liaison'],
};

export const servicesPage: Readonly<ServicesContent> = currentWords('services', {
  metaTitle: 'Services for trade, customs, FEMA and tax in India',
  metaDescription:
    'Eight services for cross-border business: foreign trade policy, RBI and FEMA, customs, market entry, due diligence, disputes, compliance and liaison.',
  heading: 'Our Services',
  lead: 'Eight services. Most matters need more than one, and one partner coordinates them.',
  list: {
    heading: 'What we do',
    linkLabel: 'Read more',
    get groups() {
      return servicesPage.groups.map(({ id, ...group }) => ({ ...group, hrefs: GROUPS[id].map(hrefOf) }));
    },
    get services() {
      return servicesPage.services.map(({ id, ...service }) => ({ ...service, href: hrefOf(id) }));
    },
  },
  groups: [
    {
      id: 'border',
      title: 'At the border',
      text: 'Before an order is accepted, a shipment leaves or a bill of entry is filed.',
    },
    {
      id: 'money',
      title: 'With the money',
      text: 'Before a share is issued, a loan is drawn, a price is agreed or a payment leaves.',
    },
    {
      id: 'company',
      title: 'In the company',
      text: 'Before a company is formed, and for the returns and authorities after it.',
    },
  ],
  services: [
    {
      id: 'foreign-trade-policy',
      title: 'Foreign Trade Policy',
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
      id: 'rbi-fema-compliance',
      title: 'RBI and FEMA Compliance',
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
      id: 'customs-compliance',
      // So titled here, and 'Customs and Foreign Trade Compliance' on the home page: spec §2, Services.
      title: 'Trade and Customs service',
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
      id: 'market-entry',
      title: 'Market Entry',
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
      id: 'financial-due-diligence',
      title: 'Financial Due Diligence',
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
      id: 'quality-control',
      title: 'Quality Control and Dispute Resolution',
      summary:
        'Complaints of foreign buyers and sellers, requests for relaxation, and orders under foreign trade law: the right forum, the evidence and the reply.',
      covers: ['Choice of forum', 'Evidence and inspection', 'Drafting and appearance', 'Prevention in contracts'],
    },
    {
      id: 'ongoing-compliance',
      title: 'Ongoing Compliance and Advisory',
      summary: 'Company, tax, exchange-control and trade filings in one calendar, with an owner for each filing.',
      covers: [
        'Corporate and tax returns',
        'Exchange-control reports',
        'Trade and customs upkeep',
        'Notes on changes in law',
      ],
    },
    {
      id: 'government-liaison',
      title: 'Liaison with Government Authorities',
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
});
