// Make it yours: the built-in facts about the firm are in this file, those of offices in offices.ts, of people in team.ts.
// An administrator changes them in the dashboard; what is stored there replaces them (current-words.ts).
// All values are samples. Names and addresses are invented; the Indian numbers are not in use, the American one is
// from the range kept for fiction; `.example` domains never receive mail (RFC 2606).
import type { Field, FirmWords, PhoneNumber } from '#contract/words/firm.ts';
import { currentWords } from './current-words.ts';

/** How the four people of the contact and team pages are reached; what else is said of them is in team.ts. */
export const builtInPeople: Record<Field, { name: string; phone: PhoneNumber; email: string }> = {
  managing: {
    name: 'Rajendra Shekhawat (sample)',
    phone: { display: '+91 141 000 0143', e164: '+911410000143' },
    email: 'rajendra.shekhawat@indiagoing.example',
  },
  trade: {
    name: 'Nandini Mathur (sample)',
    phone: { display: '+91 11 0000 0144', e164: '+911100000144' },
    email: 'nandini.mathur@indiagoing.example',
  },
  tax: {
    name: 'Imran Qureshi (sample)',
    phone: { display: '+91 124 000 0145', e164: '+911240000145' },
    email: 'imran.qureshi@indiagoing.example',
  },
  usa: {
    name: 'Anita Deshmukh (sample)',
    phone: { display: '+1 215 555 0146', e164: '+12155550146' },
    email: 'anita.deshmukh@indiagoing.example',
  },
};

export const builtInFirm = {
  name: 'India Going Global',
  description:
    'A chartered-accountancy practice for trade, foreign exchange and tax, with offices in India and the USA.',
  founded: 2013,
  phone: { display: '+91 141 000 0142', e164: '+911410000142' },
  whatsApp: { display: '+91 141 000 0142', e164: '+911410000142' },
  email: 'office@indiagoing.example',
  /** The addresses shown on the contact page. */
  shownEmails: [
    { label: 'General enquiries', email: 'office@indiagoing.example' },
    { label: 'Trade and customs', email: 'trade@indiagoing.example' },
  ],
  /** The recipient's name in the mail of the enquiry form (spec §7). */
  enquiryTeam: 'India Going Global Team',
  /** In the header; the home office first, whose hour decides the light behind the lattices. */
  cities: [
    {
      name: 'Jaipur',
      coordinates: { latitude: 26.91, longitude: 75.79 },
      timeZone: 'Asia/Kolkata',
    },
    {
      name: 'Delhi',
      coordinates: { latitude: 28.61, longitude: 77.21 },
      timeZone: 'Asia/Kolkata',
    },
    {
      name: 'Gurugram',
      coordinates: { latitude: 28.46, longitude: 77.03 },
      timeZone: 'Asia/Kolkata',
    },
    {
      name: 'Philadelphia',
      coordinates: { latitude: 39.95, longitude: -75.17 },
      timeZone: 'America/New_York',
    },
  ],
  /** The main office in Jaipur: in the footer, on the map, and first in offices.ts. */
  address: {
    street: 'Sample Chambers, Ashok Marg, C-Scheme',
    city: 'Jaipur',
    region: 'Rajasthan',
    postalCode: '302 001',
    country: 'India',
    countryCode: 'IN',
  },
  coordinates: { latitude: 26.9113, longitude: 75.8006 },
  /** When the main office is open, in words and in the format of schema.org's `openingHours`. */
  openingHours: { label: 'Monday to Saturday, 10:00 to 18:30, India time (sample)', schema: 'Mo-Sa 10:00-18:30' },
  howToCome:
    'By appointment. Jaipur Junction railway station is about two kilometres away, the airport about ten (sample).',
  /** Countries whose clients or matters the firm takes on (ISO 3166), and languages that it speaks (BCP 47). */
  areaServed: ['IN', 'US', 'GB', 'AE'],
  spokenLanguages: ['en', 'hi'],
  /** Home pages of four social networks, opened in a new tab (spec §1). */
  social: [
    { label: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { label: 'X', href: 'https://x.com/' },
    { label: 'Facebook', href: 'https://www.facebook.com/' },
    { label: 'Instagram', href: 'https://www.instagram.com/' },
  ],
  practiceNote: 'India Going Global is a chartered-accountancy and trade-consulting practice.',
  /** The year is the specification's, not the current one (spec §1). */
  copyright: '© 2024 India Going Global. All rights reserved.',
  adviceNote: 'General information, not advice. Law and procedure change; please confirm before acting.',
  /** Published as the law requires until the rights of the Act of 2023 apply: on the privacy page. */
  grievanceOfficer: {
    name: 'Kavita Rathore (sample)',
    email: 'grievance@indiagoing.example',
    phone: { display: '+91 141 000 0147', e164: '+911410000147' },
  },
  /** Where the server and the mailboxes are: on the privacy page. */
  dataLocation: 'on servers in India (sample)',
  replyPromise: 'We typically reply within 24 hours. For urgent matters, please call.',
} satisfies Partial<FirmWords>;

/** The facts in force. */
export const firm: Readonly<Pick<FirmWords, keyof typeof builtInFirm>> = currentWords('firm', builtInFirm);
