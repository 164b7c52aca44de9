import type { HomeWords, ListedId } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import { firm } from './firm.ts';
import { listOffices } from './offices.ts';
import type { ClosingCallWords, Link } from './page.ts';

/** A line of the index of services: the work, what it covers, and who decides on it. */
export type ServiceCard = Link & {
  summary: string;
  authority: string;
};

/** A place on the route map; distances are along the great circle. The map draws no office in London or Dubai. */
export type HomeMapPlace = {
  id: 'jaipur' | 'delhi' | 'philadelphia' | 'london' | 'dubai';
  name: string;
  note?: string;
  /** What is checked on the routes of the city. U+2060 after a dash keeps both countries on one line. */
  line: { kind: string; text: string };
};

export type Figure = { label: string; value: string };

export type HomeContent = HomeWords & {
  hero: {
    heading: string;
    actions: readonly [Link, Link];
    map: { description: string; note: string; hint: string; places: readonly HomeMapPlace[] };
  };
  about: { link: Link; facts: readonly Figure[]; plateDescription: string };
  services: { cards: readonly ServiceCard[] };
  whyChoose: { heading: string };
  closing: ClosingCallWords;
};

/** These two lead to the home page: spec §2, Home. The services page leads to pages of their own. */
const hrefOf = (id: ListedId): Link['href'] =>
  id === 'ongoing-compliance' || id === 'government-liaison' ? '/' : `/services/${id}`;

export const home: Readonly<HomeContent> = currentWords('home', {
  metaTitle: 'Chartered accountants for trade, foreign exchange and tax',
  metaDescription:
    'A chartered-accountancy practice in Jaipur, Delhi, Gurugram and Philadelphia: foreign trade policy, customs, FEMA, tax and market entry.',
  hero: {
    get heading() {
      return firm.name;
    },
    lead: 'A chartered-accountancy practice for trade, foreign exchange and tax. We work for Indian firms selling abroad, and foreign firms building in India.',
    actions: [
      { label: 'Book a Consultation', href: '/contact' },
      { label: 'Our Services', href: '/services' },
    ],
    map: {
      description:
        'A map of the world with great-circle routes from Jaipur and Delhi to Philadelphia, London and Dubai',
      note: 'Great-circle routes, distances from Jaipur.',
      hint: 'Choose a city to see what is checked on the way.',
      places: [
        {
          id: 'philadelphia',
          name: 'Philadelphia',
          note: '11,996 km',
          line: {
            kind: 'Treaty',
            text: 'Dividends, interest, royalties and fees under the India–\u2060US tax treaty, with its limitation on benefits.',
          },
        },
        {
          id: 'london',
          name: 'London',
          note: '6,750 km',
          line: {
            kind: 'Duty',
            text: 'Goods that meet the rules of origin of the India–\u2060UK CETA may enter at a preferential rate.',
          },
        },
        {
          id: 'dubai',
          name: 'Dubai',
          note: '2,056 km',
          line: {
            kind: 'Duty',
            text: 'Goods that meet the rules of origin of the India–\u2060UAE CEPA may enter at a preferential rate, in both directions.',
          },
        },
        {
          id: 'delhi',
          name: 'Delhi',
          line: {
            kind: 'Remittance out',
            text: 'Payments abroad: checked by the Authorised Dealer bank under FEMA, with tax withheld where due.',
          },
        },
        {
          id: 'jaipur',
          name: 'Jaipur',
          note: 'Main office',
          line: {
            kind: 'Remittance in',
            text: 'Export proceeds: declared by the exporter under FEMA and monitored by the Authorised Dealer bank.',
          },
        },
      ],
    },
  },
  about: {
    heading: 'Trade, foreign exchange and tax, handled as one matter.',
    get lead() {
      return `${firm.name} is a chartered-accountancy practice, founded in ${firm.founded}, with offices in India and the USA.`;
    },
    paragraphs: [
      'Exporters come to us for licences, incentives and customs. Investors come for foreign exchange, tax and the first years of an Indian company. Families and founders come with income, property or relatives in two countries.',
      'In each matter we establish the facts, check the law and its practice, and give you a written position you can act on.',
    ],
    link: { label: 'About the firm', href: '/about' },
    get facts() {
      return [
        { label: 'Founded', value: String(firm.founded) },
        { label: 'Offices in India and the USA', value: String(listOffices().length) },
        { label: 'Services', value: '8' },
      ];
    },
    plateDescription: 'A cusped arch of Jaipur, its stone lattice lit from within, drawn in elevation',
  },
  services: {
    heading: 'Services for trade, investment and tax across borders',
    intro: 'Each service has a page: who needs it, what we do, and what you receive.',
    get cards() {
      return home.cards.map(({ id, ...card }) => ({ ...card, href: hrefOf(id) }));
    },
  },
  cards: [
    {
      id: 'foreign-trade-policy',
      label: 'Foreign Trade Policy',
      summary:
        'Importer–Exporter Code, duty-free authorisations, capital goods and dual-use items: from the first application to the closure of every obligation.',
      authority: 'Directorate General of Foreign Trade',
    },
    {
      id: 'rbi-fema-compliance',
      label: 'RBI and FEMA Compliance',
      summary:
        'Foreign investment, borrowing abroad and overseas investment under the Foreign Exchange Management Act, 1999, with the tax and the filings that follow.',
      authority: 'Reserve Bank of India, Authorised Dealer banks',
    },
    {
      id: 'customs-compliance',
      label: 'Customs and Foreign Trade Compliance',
      summary:
        'Valuation, classification, trusted-trader status, bonded manufacture, drawback, related-party imports and appeals, in nine numbered services.',
      authority: 'Central Board of Indirect Taxes and Customs',
    },
    {
      id: 'market-entry',
      label: 'Market Entry',
      summary: 'Six phases that take a foreign company from a structure on paper to its first year of Indian returns.',
      authority: 'Ministry of Corporate Affairs, DPIIT, Reserve Bank',
    },
    {
      id: 'financial-due-diligence',
      label: 'Financial Due Diligence',
      summary: 'Three to five years of accounts, tested for the profit, cash and debts on which the price depends.',
      authority: 'Buyers, investors, lenders',
    },
    {
      id: 'quality-control',
      label: 'Quality Control and Dispute Resolution',
      summary: 'Complaints between Indian and foreign traders, answered on the record and, where possible, settled.',
      authority: 'Directorate General of Foreign Trade',
    },
    {
      id: 'ongoing-compliance',
      label: 'Ongoing Compliance and Advisory',
      summary: 'Every filing your company owes, with a due date and a person responsible.',
      authority: 'Registrar, tax authorities, Reserve Bank',
    },
    {
      id: 'government-liaison',
      label: 'Liaison with Government Authorities',
      summary:
        'Applications and representation before ministries, departments and regulators, followed up until the order.',
      authority: 'Ministries, departments, regulators',
    },
  ],
  posts: { heading: 'Notes from the practice' },
  testimonials: {
    heading: 'What Our Clients Say',
    subtitle: "Don't just take our word for it. Here's what our satisfied clients have to say about our services.",
  },
  whyChoose: {
    get heading() {
      return `Why Choose ${firm.name}`;
    },
    points: [
      {
        numeral: '10+',
        title: 'Years of experience',
        get text() {
          return `Founded in ${firm.founded}. Since then indirect tax, income tax and the Foreign Trade Policy have each been given new rules, while earlier years follow the old ones.`;
        },
      },
      {
        numeral: '360°',
        title: 'Trade, customs, exchange control and tax together',
        text: 'An import from a group company is a customs entry, a transfer price and a foreign payment at once. We look at all three together, so that one answer does not undo another.',
      },
      {
        numeral: '2',
        title: 'Two countries, one set of papers',
        text: 'We have offices in India and the USA, so your head office and your Indian company can work from the same advice and the same dates.',
      },
      {
        numeral: '24 h',
        title: 'A reply you can plan around',
        text: 'An enquiry is typically answered within 24 hours. For urgent matters, call.',
      },
    ],
    statement: 'We put our position in writing, with the facts and the law it rests on.',
  },
  closing: {
    heading: 'Write to the firm',
    lead: 'Tell us what you are moving, paying or building, and where. We will reply with how we would approach it.',
    action: { label: 'Book a Consultation', href: '/contact' },
  },
});
