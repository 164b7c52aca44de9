import { z } from 'zod';
import { type FieldWords, hasDifferentIds, isPrintable, line, paragraph } from './fields.ts';

/**
 * The facts of the firm that administrators may change: what the layout bears, and how the form of the dashboard names
 * each fact. Values that are stored and no longer fit are replaced by the built-in ones (stored-words.ts), so a new
 * field of an item in a list needs a `default`.
 */

const EMAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/;
const email = (words: FieldWords) =>
  z
    .string()
    .trim()
    .max(200)
    .regex(EMAIL)
    .refine(isPrintable)
    .meta({ error: 'write it in the form name@company.com.', ...words });

/** The number that a telephone dials, of a number as people write it. With the code of the country no (0) is dialled. */
export const dialledNumber = (display: string): string => display.replace(/\(0\)|[ ().-]/g, '');

const phone = (words: FieldWords) =>
  z
    .object({ display: z.string().trim().max(24), e164: z.string().regex(/^\+[1-9]\d{7,14}$/) })
    .refine(({ display, e164 }) => dialledNumber(display) === e164)
    .meta({ input: 'phone', error: 'begin with + and the code of the country, such as +91 11 2345 6789.', ...words });

const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:';

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const code = (pattern: RegExp, words: FieldWords) => z.string().trim().regex(pattern).meta(words);

const coordinates = z
  .object({
    latitude: z.number().min(-90).max(90).meta({
      label: 'Latitude',
      hint: 'Paste the place here, such as 26.9124, 75.7873, or its link in Google Maps or OpenStreetMap, and both are filled in.',
      error: 'paste a place or a long link to one, or write degrees such as 26.9124.',
    }),
    longitude: z.number().min(-180).max(180).meta({
      label: 'Longitude',
      hint: 'Degrees; west is negative.',
      error: 'write degrees, such as 75.7873.',
    }),
  })
  .meta({ label: 'Place on the map', input: 'place' });

const address = z
  .object({
    street: line(90, { label: 'Building and street' }),
    city: line(40, { label: 'City' }),
    region: line(40, { label: 'State or region' }),
    postalCode: line(12, { label: 'Postal code' }),
    country: line(40, { label: 'Country' }),
    countryCode: code(/^[A-Z]{2}$/, { label: 'Country code', hint: 'Two letters, such as IN or US.' }),
  })
  .meta({ label: 'Address' });

const city = z.object({
  name: line(30, { label: 'City' }),
  coordinates,
  timeZone: z.string().trim().max(60).refine(isTimeZone).meta({
    label: 'Time zone',
    hint: 'By its name in the IANA list, such as Asia/Kolkata.',
    error: 'the IANA list has no such name.',
  }),
});

const office = z.object({
  label: line(40, { label: 'Name of the office' }),
  phone: phone({ label: 'Telephone' }),
  address,
  coordinates,
});

/** The fields of work; each service page names the partner of one. */
export const FIELDS = {
  managing: 'The firm as a whole',
  trade: 'Foreign trade and customs',
  tax: 'FEMA and international tax',
  usa: 'USA desk',
} as const;
export type Field = keyof typeof FIELDS;

const person = z.object({
  /** Posts name people by it. It is made once, and never changes. */
  id: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .meta({ label: 'Id', input: 'hidden' }),
  name: line(60, { label: 'Name' }),
  isShown: z
    .boolean()
    .meta({ label: 'Shown on the team page', hint: 'Otherwise the by-lines of posts leave the person out too.' }),
  designation: line(80, { label: 'Designation' }),
  qualification: line(120, { label: 'Qualification' }),
  photograph: z
    .string()
    .trim()
    .max(500)
    .regex(/^(?:|https:\/\/\S+|\/[^/\s]\S*)$/)
    .meta({ label: 'Photograph', input: 'picture', hint: 'Upright, 4 to 5. Without one the page shows the initials.' }),
  about: paragraph(400, { label: 'About', hint: 'Two sentences.' }),
  subjects: line(160, { label: 'Subjects', hint: 'Separated by commas.' }),
  languages: line(120, { label: 'Languages', hint: 'Separated by commas.' }),
  email: email({ label: 'Email' }),
  phone: phone({ label: 'Telephone' }).nullable(),
  showsPhone: z.boolean().meta({ label: 'The telephone is shown on the team page' }),
  field: z.enum(['none', 'managing', 'trade', 'tax', 'usa']).meta({
    label: 'Leads',
    hint: 'The person on the service pages and the contact page. The first in the list counts.',
    choices: { none: 'No field', ...FIELDS },
  }),
});

export const firmSchema = z.object({
  name: line(40, { label: 'Name of the firm' }),
  description: paragraph(200, { label: 'Description', hint: 'For search engines.' }),
  founded: z.int().min(1800).max(2100).meta({ label: 'Year of foundation' }),
  practiceNote: paragraph(200, { label: 'Note on the practice', hint: 'At the foot of each page.' }),
  adviceNote: paragraph(200, { label: 'Note on advice', hint: 'At the foot of each page and below each post.' }),
  copyright: line(120, { label: 'Copyright', hint: 'At the foot of each page.' }),

  phone: phone({ label: 'Telephone', hint: 'At the head and foot of each page, and on the contact page.' }),
  whatsApp: phone({ label: 'WhatsApp', hint: 'It does not follow a change of the telephone.' }),
  email: email({
    label: 'Email',
    hint: 'On each page. Enquiries go to it too, unless they have recipients of their own.',
  }),
  shownEmails: z
    .array(z.object({ label: line(40, { label: 'For' }), email: email({ label: 'Email' }) }))
    .min(1)
    .max(4)
    .meta({ label: 'Email addresses on the contact page', item: 'email address' }),
  /** The recipient's name in the mail of the enquiry form (spec §7). */
  enquiryTeam: line(60, { label: 'Name that enquiries greet' }),
  replyPromise: paragraph(200, { label: 'Promise of a reply', hint: 'On the contact page.' }),
  grievanceOfficer: z
    .object({
      name: line(60, { label: 'Name' }),
      email: email({ label: 'Email' }),
      phone: phone({ label: 'Telephone' }),
    })
    .meta({ label: 'Grievance Officer', hint: 'On the privacy page, as the law requires.' }),
  dataLocation: line(80, { label: 'Where the data are', hint: 'On the privacy page: “The website is kept …”.' }),

  /** Pages of social networks, opened in a new tab (spec §1). */
  social: z
    .array(
      z.object({
        label: line(30, { label: 'Network' }),
        href: z.string().trim().max(300).refine(isHttps).meta({
          label: 'Address',
          hint: 'Begins with https://.',
          error: 'write an address that begins with https://.',
        }),
      }),
    )
    .max(6)
    .meta({ label: 'Links at the foot of each page', item: 'network' }),

  mainOfficeLabel: line(40, { label: 'Name of the main office' }),
  address: address.meta({ label: 'Address of the main office' }),
  coordinates: coordinates.meta({ label: 'Place of the main office on the map' }),
  /** When the main office is open, in words and in the format of schema.org's `openingHours`. */
  openingHours: z
    .object({
      label: line(80, { label: 'In words' }),
      schema: code(
        /^(?:[A-Z][a-z](?:[-,][A-Z][a-z])* \d\d:\d\d-\d\d:\d\d)(?:, ?[A-Z][a-z](?:[-,][A-Z][a-z])* \d\d:\d\d-\d\d:\d\d)?$/,
        {
          label: 'For search engines',
          hint: 'Such as Mo-Sa 10:00-18:30.',
        },
      ),
    })
    .meta({ label: 'Opening hours of the main office' }),
  howToCome: paragraph(300, { label: 'How to come to the main office' }),
  otherOffices: z.array(office).max(11).meta({ label: 'Other offices', item: 'office' }),
  /** In the header; the home office first, whose hour decides the light behind the lattices. */
  cities: z
    .tuple([city], city)
    .meta({ label: 'Cities at the head of each page', hint: 'The home office is first.', item: 'city' }),
  /** Countries whose clients or matters the firm takes on (ISO 3166), and languages that it speaks (BCP 47). */
  areaServed: z
    .array(code(/^[A-Z]{2}$/, { label: 'Country code' }))
    .min(1)
    .max(30)
    .meta({ label: 'Countries of clients', hint: 'For search engines, as two letters.', item: 'country' }),
  spokenLanguages: z
    .array(code(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { label: 'Language code' }))
    .min(1)
    .max(20)
    .meta({ label: 'Languages of the firm', hint: 'For search engines, such as en or hi.', item: 'language' }),

  people: z
    .array(person)
    .min(1)
    .max(24)
    .refine(hasDifferentIds)
    .meta({ label: 'Everybody, in the order of the team page', item: 'person' }),
});

export type FirmWords = z.infer<typeof firmSchema>;
export type PhoneNumber = FirmWords['phone'];
export type Coordinates = FirmWords['coordinates'];
export type Address = FirmWords['address'];
export type City = FirmWords['cities'][number];
export type Person = FirmWords['people'][number];

/** The parts of the form, in its order. Every field is in one of them. */
export const FIRM_PARTS = [
  {
    heading: 'Name and description',
    fields: ['name', 'description', 'founded', 'practiceNote', 'adviceNote', 'copyright'],
  },
  {
    heading: 'Contact',
    fields: [
      'phone',
      'whatsApp',
      'email',
      'shownEmails',
      'enquiryTeam',
      'replyPromise',
      'grievanceOfficer',
      'dataLocation',
    ],
  },
  { heading: 'Social networks', fields: ['social'] },
  {
    heading: 'Offices',
    fields: [
      'mainOfficeLabel',
      'address',
      'coordinates',
      'openingHours',
      'howToCome',
      'otherOffices',
      'cities',
      'areaServed',
      'spokenLanguages',
    ],
  },
  { heading: 'People', fields: ['people'] },
] as const satisfies readonly { heading: string; fields: readonly (keyof FirmWords)[] }[];

/** Who receives enquiries. Stored as words are, but only administrators read it. */
export const enquiriesSchema = z.object({
  recipients: z
    .array(email({ label: 'Email address' }))
    .max(10)
    .meta({
      label: 'Recipients of enquiries',
      item: 'email address',
      hint: 'Each gets every enquiry. Visitors do not see them. Without any, enquiries go to ENQUIRIES_TO of the settings of the server, or else to the email address of the firm.',
    }),
});
