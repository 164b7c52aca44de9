import type { Field, FirmWords, Person } from '#contract/words/firm.ts';
import type { TeamWords } from '#contract/words/pages.ts';
import { currentWords } from './current-words.ts';
import { builtInPeople } from './firm.ts';
import type { ClosingCallWords } from './page.ts';

/** Somebody of the firm. The id is in posts, and the anchor on the team page; it stays when the name changes. */
export type Leader = Person;

export type TeamContent = TeamWords & {
  heading: string;
  leadership: { heading: string };
  closing: ClosingCallWords;
};

/** The leader of each field. Every fact is a sample, and says so. */
const builtInList: FirmWords['people'] = [
  {
    ...builtInPeople.managing,
    id: 'rajendra-shekhawat',
    designation: 'Managing Partner, Jaipur',
    qualification: 'FCA, chartered accountant since 1999 (sample)',
    about:
      'Leads market entry, yearly compliance and matters that need more than one office. Signs the scope of every engagement.',
    subjects: 'Market entry, compliance, representation',
    languages: 'English, Hindi',
    photograph: '',
    field: 'managing',
    isShown: true,
    showsPhone: true,
  },
  {
    ...builtInPeople.trade,
    id: 'nandini-mathur',
    designation: 'Partner, Foreign Trade and Customs, Delhi',
    qualification: 'FCA, chartered accountant since 2005 (sample)',
    about:
      'Works on authorisations, valuation, classification and origin, from the application to the appeal. Appears before DGFT and customs.',
    subjects: 'Export schemes, export control, customs',
    languages: 'English, Hindi, Punjabi',
    photograph: '',
    field: 'trade',
    isShown: true,
    showsPhone: true,
  },
  {
    ...builtInPeople.tax,
    id: 'imran-qureshi',
    designation: 'Partner, FEMA and International Tax, Gurugram',
    qualification: 'FCA, chartered accountant since 2008 (sample)',
    about:
      'Advises on investment, borrowing and payments across the border, and on their tax. Leads due diligence for buyers and lenders.',
    subjects: 'FEMA, treaties, transfer pricing, due diligence',
    languages: 'English, Hindi, Urdu',
    photograph: '',
    field: 'tax',
    isShown: true,
    showsPhone: false,
  },
  {
    ...builtInPeople.usa,
    id: 'anita-deshmukh',
    designation: 'Partner, USA Desk, Philadelphia',
    qualification: 'FCA, chartered accountant since 2007 (sample)',
    about:
      'Advises Indian groups on customers, stock and companies in the USA. Instructs the licensed brokers and tax professionals who file there.',
    subjects: 'US entry, US tax, origin',
    languages: 'English, Hindi, Marathi',
    photograph: '',
    field: 'usa',
    isShown: true,
    showsPhone: true,
  },
];

export const builtInTeam = { people: builtInList } satisfies Partial<FirmWords>;

const words = currentWords('firm', builtInTeam);

/** The people of the team page, in its order. */
export function listLeaders(): readonly Leader[] {
  return words.people.filter(({ isShown }) => isShown);
}

/** The leader with this id, or undefined where nobody has it any more. */
export const findLeader = (id: string | null): Leader | undefined => listLeaders().find((leader) => leader.id === id);

/** The person who leads a field of work; where nobody does, the first of the team. */
export function leaderOf(field: Field): Leader {
  const shown = listLeaders();
  const leader = shown.find((one) => one.field === field) ?? shown[0] ?? words.people[0];
  if (!leader) throw new Error('The firm has no people.');
  return leader;
}

/** The page where a leader is described. */
export const leaderPath = ({ id }: Leader): `/team#${string}` => `/team#${id}`;

/** Words around a person; `write` is followed by the name for screen readers. */
export const personLabels = {
  subjects: 'Subjects',
  languages: 'Languages',
  write: 'Write an email',
  to: 'to',
};

export const team = currentWords<TeamContent>('team', {
  metaTitle: 'The team for Indian trade, customs, FEMA and tax',
  metaDescription:
    'The people who lead the practice: foreign trade and customs, FEMA and international tax, market entry and the USA desk, in India and Philadelphia.',
  heading: 'Our Expert Team',
  lead: 'A chartered-accountancy practice for foreign trade, customs, exchange control, tax and market entry.',
  leadership: { heading: 'Leadership' },
  expertise: {
    heading: 'Our collective expertise',
    intro: 'The subjects that the team covers. Most matters touch more than one of them.',
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
        text: 'Treaties, withholding, permanent establishment, documentation, audits and advance pricing agreements.',
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
        text: 'We tell you plainly what your records prove, and what they do not.',
      },
      {
        title: 'Excellence',
        text: 'We read the law as it stands on the day, and check every figure against its source.',
      },
      {
        title: 'Client Success',
        text: 'We stay with a matter until the client holds the order, the receipt or the certificate.',
      },
    ],
  },
  closing: {
    heading: 'Contact a partner',
    lead: 'Describe the matter in a few lines, or call the partner for its subject.',
    action: { label: 'Book a Consultation', href: '/contact' },
    next: { label: 'About Us', href: '/about' },
  },
});
