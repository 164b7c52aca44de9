import { firm } from './firm.ts';
import type { Figure } from './home.ts';
import type { ClosingCallWords, Link, PageMeta } from './page.ts';
import type { ServicePoint } from './services/page-content.ts';

export type AboutContent = PageMeta & {
  heading: string;
  lead: string;
  story: { heading: string; paragraphs: readonly string[]; facts: readonly Figure[]; plateAlt: string };
  clients: { heading: string; points: readonly ServicePoint[] };
  setsUsApart: { heading: string; points: readonly ServicePoint[] };
  mission: ServicePoint;
  vision: ServicePoint;
  approach: { heading: string; intro: string; parts: readonly ServicePoint[] };
  closing: ClosingCallWords & { second: Link };
};

export const about: AboutContent = {
  metaTitle: 'About Us',
  metaDescription: `A practice of chartered accountants and trade consultants, founded in ${firm.founded}, with offices in India and the USA: what we do, for whom, and how we work.`,
  heading: 'About Us',
  lead: 'We advise on what happens when goods, money or people cross the border of India, in either direction.',
  story: {
    heading: 'Trade and tax in one practice',
    plateAlt: 'A cusped window of Jaipur from inside; light falls through its stone lattice on the floor',
    paragraphs: [
      `${firm.name} was founded in ${firm.founded} as a practice of chartered accountants and international-trade consultants. A shipment, a loan from a parent or a purchase of shares touches several laws at once: foreign trade, customs, exchange control, tax. Each has its own authority, forms and time limits. We work on them as one matter.`,
      'Much of the work is preventive. An authorisation is chosen before the order is placed. A price is documented before it is questioned. A return is filed also for a year without transactions, where the law asks for it.',
      'When there is a notice, an audit or a dispute, we rebuild the record, state the position in writing and appear before the authority. Where a matter goes to the High Court or the Supreme Court, we brief and assist counsel.',
    ],
    facts: [
      { label: 'Founded', value: String(firm.founded) },
      { label: 'Years of experience', value: '10+' },
      { label: 'Offices in India and the USA', value: '5' },
    ],
  },
  clients: {
    heading: 'Whom we work for',
    points: [
      {
        title: 'Exporters and importers',
        text: 'Licences, incentives, customs and payments, for manufacturers, traders and service firms.',
      },
      {
        title: 'Multinationals',
        text: 'Indian subsidiaries of foreign groups, and foreign companies of Indian groups.',
      },
      {
        title: 'Growing mid-size firms',
        text: 'First export markets, first foreign investors, first transactions abroad.',
      },
      {
        title: 'Families with finances in two countries',
        text: 'Residence, remittances, property and investments, with the returns they call for.',
      },
    ],
  },
  setsUsApart: {
    heading: 'What Sets Us Apart',
    points: [
      {
        title: 'One practice for four laws',
        text: 'Foreign trade, customs, exchange control and tax are read together, so that a saving in one is not a default in another.',
      },
      {
        title: 'The position in writing',
        text: 'Advice comes on paper, with the facts it rests on, so that it can be shown later to a bank, an auditor or an officer.',
      },
      {
        title: 'Offices in India and the USA',
        text: 'Jaipur, Delhi, Gurugram and Philadelphia. For filings abroad we work with licensed local professionals.',
      },
      {
        title: 'The file until it is closed',
        text: 'An obligation ends with a certificate, a refund or an order. We keep the list until then.',
      },
    ],
  },
  mission: {
    title: 'Our mission',
    text: 'To give every business that trades across the border of India a clear answer: what is allowed, what it needs, and what to keep.',
  },
  vision: {
    title: 'Our vision',
    text: 'Indian firms at ease in world markets, and foreign firms at ease in India, because the paperwork was right the first time.',
  },
  approach: {
    heading: 'How we work',
    intro: 'From the first conversation to the years after it.',
    parts: [
      {
        title: 'Personalized advisory',
        text: 'We begin with your contracts, flows and history, and not with a template. The same law asks different things of a trader and a manufacturer.',
      },
      {
        title: 'Timely solutions',
        text: 'Every matter has an owner and a date. You hear from us before the date, and you hear when something will take longer.',
      },
      {
        title: 'Proactive compliance',
        text: 'We review past filings for gaps. Where the law allows a voluntary correction, we say what it needs and what it costs.',
      },
    ],
  },
  closing: {
    heading: 'Tell us where your business meets the border.',
    lead: 'Tell us what it concerns: a shipment, a payment, a company or a move.',
    action: { label: 'Book a Consultation', href: '/contact' },
    second: { label: 'Our Services', href: '/services' },
  },
};
