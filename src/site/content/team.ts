import { firm, type PhoneNumber } from './firm.ts';
import type { ClosingCallWords, Link, PageMeta } from './page.ts';
import type { ServicePoint } from './services/page-content.ts';

export type Leader = {
  name: string;
  designation: string;
  /** Optional in spec §2; the card without it points to the contact page. */
  phone?: PhoneNumber;
  /** A file under public/, such as '/team/managing-partner.jpg'; without one the page shows the initials. */
  photograph?: string;
};

export type TeamContent = PageMeta & {
  heading: string;
  lead: string;
  leadership: { heading: string; leaders: readonly Leader[]; write: Link };
  expertise: { heading: string; intro: string; areas: readonly ServicePoint[] };
  values: { heading: string; points: readonly ServicePoint[] };
  closing: ClosingCallWords;
};

export const leaders: readonly [Leader, Leader, Leader, Leader] = [
  {
    name: firm.people.managing.name,
    designation: 'Managing Partner, Jaipur',
    phone: firm.people.managing.phone,
  },
  {
    name: firm.people.trade.name,
    designation: 'Partner, Foreign Trade and Customs, Delhi',
    phone: firm.people.trade.phone,
  },
  {
    name: firm.people.tax.name,
    designation: 'Partner, FEMA and International Tax, Gurugram',
  },
  {
    name: firm.people.usa.name,
    designation: 'Partner, USA Desk, Philadelphia',
    phone: firm.people.usa.phone,
  },
];

export const team: TeamContent = {
  metaTitle: 'Our Expert Team',
  metaDescription:
    'The people who lead the practice: foreign trade and customs, FEMA and international tax, market entry and the USA desk, in India and Philadelphia.',
  heading: 'Our Expert Team',
  lead: 'Chartered accountants and trade consultants for foreign trade, customs, exchange control, tax and market entry.',
  leadership: { heading: 'Leadership', leaders, write: { label: 'Write to the firm', href: '/contact' } },
  expertise: {
    heading: 'Our collective expertise',
    intro: 'A cross-border matter rarely belongs to one law. These are the subjects the team covers.',
    areas: [
      {
        title: 'Foreign trade and export control',
        text: 'Authorisations, export obligations, restricted goods and dual-use items under the Directorate General of Foreign Trade.',
      },
      {
        title: 'Customs and indirect tax',
        text: 'Valuation, classification, origin, bonded manufacture, refunds, and representation up to the appellate tribunal.',
      },
      {
        title: 'Exchange control',
        text: 'Foreign investment, borrowing, overseas investment and trade payments under the Foreign Exchange Management Act, 1999.',
      },
      {
        title: 'International tax and transfer pricing',
        text: 'Treaties, withholding, permanent establishment, documentation, audits and agreements in advance.',
      },
      {
        title: 'Market entry and transactions',
        text: 'Choice of form, incorporation, registrations and financial due diligence over three to five years.',
      },
      {
        title: 'Compliance and representation',
        text: 'The yearly calendar of returns, replies to notices, and applications before ministries and regulators.',
      },
    ],
  },
  values: {
    heading: 'What we hold to',
    points: [
      {
        title: 'Integrity',
        text: 'We say what a file can prove and what it cannot.',
      },
      {
        title: 'Excellence',
        text: 'We read the law as it stands on the day, and check every figure against its source.',
      },
      {
        title: 'Client Success',
        text: 'A matter ends when the client holds the order, the receipt or the certificate.',
      },
    ],
  },
  closing: {
    heading: 'Speak to the person who will read your file.',
    lead: 'Describe the matter in a few lines, or call the partner for its subject.',
    action: { label: 'Book a Consultation', href: '/contact' },
    next: { label: 'About Us', href: '/about' },
  },
};
