import type { AboutWords } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import { firm } from './firm.ts';
import type { Figure } from './home.ts';
import { listOffices } from './offices.ts';
import type { ClosingCallWords, Link } from './page.ts';

export type AboutContent = AboutWords & {
  heading: string;
  story: { facts: readonly Figure[]; plateAlt: string };
  setsUsApart: { heading: string };
  mission: { title: string };
  vision: { title: string };
  closing: ClosingCallWords & { second: Link };
};

export const about: Readonly<AboutContent> = currentWords('about', {
  metaTitle: 'Indian trade, FEMA and tax practice: about the firm',
  get metaDescription() {
    return `A chartered-accountancy practice for trade, foreign exchange and tax, founded in ${firm.founded}: what we do, for whom, and how we work in India and the USA.`;
  },
  heading: 'About Us',
  lead: 'We advise businesses and families on Indian law when goods, money or people cross the border.',
  story: {
    heading: 'Trade and tax together',
    plateAlt: 'A cusped window of Jaipur from inside; light falls through its stone lattice on the floor',
    get paragraphs() {
      return [
        `${firm.name} was founded in ${firm.founded} as a chartered-accountancy practice for trade, foreign exchange and tax. A shipment, a loan from a parent or a purchase of shares touches several laws at once: foreign trade, customs, exchange control, tax. Each has its own authority, forms and time limits. We work on them as one matter.`,
        'Much of the work is preventive. An authorisation is chosen before the order is placed. A price is documented before it is questioned. Where the law requires it, a return is filed even for a year without transactions.',
        'When there is a notice, an audit or a dispute, we rebuild the record, state the position and appear before the authority. Where a matter goes to the High Court or the Supreme Court, we brief and assist counsel.',
      ];
    },
    get facts() {
      return [
        { label: 'Founded', value: String(firm.founded) },
        { label: 'Years of experience', value: about.yearsOfExperience },
        { label: 'Offices in India and the USA', value: String(listOffices().length) },
      ];
    },
  },
  yearsOfExperience: '10+',
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
        text: 'Companies that export, take a foreign investor or pay abroad for the first time.',
      },
      {
        title: 'Families with finances in two countries',
        text: 'Residence, remittances, property and investments, with the returns they require.',
      },
    ],
  },
  setsUsApart: {
    heading: 'What Sets Us Apart',
    points: [
      {
        title: 'Trade, customs, exchange and tax law together',
        text: 'We check foreign trade, customs, exchange control and tax at once, so that a saving in one is not a default in another.',
      },
      {
        title: 'A written position',
        text: 'Advice comes on paper, with the facts it rests on, so that it can be shown later to a bank, an auditor or an officer.',
      },
      {
        title: 'Offices in India and the USA',
        text: 'Jaipur, Delhi, Gurugram and Philadelphia. For filings abroad we work with licensed local professionals.',
      },
      {
        title: 'Until it is closed',
        text: 'We follow each matter until you hold the certificate, the refund or the order.',
      },
    ],
  },
  mission: {
    title: 'Our mission',
    text: 'To give every business that trades across the border of India a clear answer: what is allowed, what it needs, and what to keep.',
  },
  vision: {
    title: 'Our vision',
    text: 'Indian firms trading abroad and foreign firms investing in India, without avoidable disputes.',
  },
  approach: {
    heading: 'How we work',
    intro: 'From the first conversation to the years after it.',
    parts: [
      {
        title: 'Personalized advisory',
        text: 'We begin with your contracts, flows and history, and not with a template. The same law requires different things of a trader and a manufacturer.',
      },
      {
        title: 'Timely solutions',
        text: 'Every matter has an owner and a date. You hear from us before the date, and you hear when something will take longer.',
      },
      {
        title: 'Proactive compliance',
        text: 'We review past filings for gaps. Where the law allows a voluntary correction, we say what it requires and what it costs.',
      },
    ],
  },
  workingWithUs: {
    heading: 'Working with us',
    points: [
      {
        title: 'Industries',
        text: 'Textiles, gems and jewellery, engineering and auto components, chemicals and pharmaceuticals, electronics, software and services, e-commerce.',
      },
      {
        title: 'Sizes of engagement',
        text: 'From one authorisation or one payment to a yearly mandate for a group.',
      },
      {
        title: 'Fees',
        text: 'Agreed in writing before work begins, fixed for defined work, by time for the rest. Never dependent on the result: our profession forbids it.',
      },
      {
        title: 'Who does the work',
        text: 'One partner leads, named on each service page with telephone and email. The scope names everybody else.',
      },
      {
        title: 'Languages and hours',
        text: 'English and Hindi; calls at US and UK hours.',
      },
      {
        title: 'Duration',
        text: 'Preparation takes weeks, not days. After filing, the time depends on the department. The scope states both apart.',
      },
      {
        title: 'Conflicts and independence',
        text: 'We check for conflicts of interest before we accept a matter. We do not audit companies whose books or returns we prepare.',
      },
      {
        title: 'Papers and confidentiality',
        text: 'We ask for papers by a list, or read them in your data room. If you wish, we sign a confidentiality undertaking first. Until then, please send no confidential papers.',
      },
    ],
  },
  closing: {
    heading: 'Contact the firm',
    lead: 'Tell us what it concerns: a shipment, a payment, a company or a move.',
    action: { label: 'Book a Consultation', href: '/contact' },
    second: { label: 'Our Services', href: '/services' },
  },
});
