import { expect, test } from 'vitest';
import { type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { itemSchema } from '#contract/words/stored-words.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import {
  boundsOf,
  checkValues as checkValuesOf,
  type Draft,
  emptyDraft,
  lengthOf,
  toValues,
  toWords as toWordsOf,
  type WordValues,
} from './drafts.ts';

const BUILT_IN = toValues(firmSchema, builtInFirmWords);
const toWords = (values: WordValues) => toWordsOf(firmSchema, values);
const checkValues = (values: WordValues) => checkValuesOf(firmSchema, values);
const typed = (part: Partial<Record<keyof FirmWords, Draft>>): WordValues => ({
  ...BUILT_IN,
  ...Object.fromEntries(Object.entries(part).map(([name, draft]) => [name, JSON.stringify(draft)])),
});
const people = JSON.parse(BUILT_IN['people'] ?? '') as Record<string, Draft>[];

test('what is shown in the form is what is saved', () => {
  expect(toWords(BUILT_IN)).toEqual(builtInFirmWords);
  expect(checkValues(BUILT_IN)).toEqual({});
});

test('a telephone is typed once, as people write it', () => {
  const values = typed({ phone: ' +91 (22) 1234-5678 ' });
  expect(toWords(values).phone).toEqual({ display: '+91 (22) 1234-5678', e164: '+912212345678' });
});

test('a copied telephone, number or text loses what came with it: line breaks, unseen characters, other spaces and dashes', () => {
  const [person] = people;
  const values = typed({
    name: '\u2060Rao & Co\u200b',
    description: 'First.\r\n\r\nSecond\u00a0one. ',
    phone: '\u202a+91\u00a0(0)22 1234\u20115678\u202c',
    email: '\u202aoffice@firm.example\u202c',
    coordinates: { latitude: '39.95', longitude: '\u221275.16' },
    people: [{ ...person!, about: 'One\nsentence.' }],
  });
  expect(checkValues(values)).toEqual({});
  expect(toWords(values)).toMatchObject({
    name: 'Rao & Co',
    description: 'First. Second\u00a0one.',
    phone: { display: '+91 (0)22 1234-5678', e164: '+912212345678' },
    email: 'office@firm.example',
    coordinates: { latitude: 39.95, longitude: -75.16 },
    people: [{ about: 'One sentence.' }],
  });
});

test('an optional telephone may be empty, numbers are typed as text', () => {
  const values = typed({ people: [{ ...people[0]!, phone: '' }], founded: ' 1999 ' });
  expect(toWords(values)).toMatchObject({ people: [{ phone: null }], founded: 1999 });
});

test('an error names the field, the item that it is in, and what to do', () => {
  const errors = checkValues(
    typed({
      name: ' ',
      phone: '0141 2345678',
      founded: '',
      description: 'x'.repeat(201),
      people: [
        people[0]!,
        { ...people[1]!, name: ' Asha Rao', email: 'nobody', phone: '12' },
        { ...people[2]!, name: '' },
      ],
      shownEmails: [],
      coordinates: { latitude: 'north', longitude: '1' },
    }),
  );
  expect(errors).toEqual({
    name: 'Name of the firm: fill this in.',
    phone: 'Telephone: begin with + and the code of the country, such as +91 11 2345 6789.',
    founded: 'Year of foundation: fill this in.',
    description: 'Description: at most 200 characters.',
    'people.1.email': 'Asha Rao, Email: write it in the form name@company.com.',
    'people.1.phone': 'Asha Rao, Telephone: begin with + and the code of the country, such as +91 11 2345 6789.',
    'people.2.name': 'Person 3, Name: fill this in.',
    shownEmails: 'Email addresses on the contact page: at least one is needed.',
    'coordinates.latitude':
      'Place of the main office on the map, Latitude: paste a place or a long link to one, or write degrees such as 26.9124.',
  });
});

test('a new item has an id of its own, which no other has', () => {
  const item = itemSchema(firmSchema.shape.people)!;
  const [one, other] = [emptyDraft(item), emptyDraft(item)] as Record<string, string>[];
  expect(one?.['id']).toMatch(/^p-[0-9a-f]{8}$/);
  expect(one?.['id']).not.toBe(other?.['id']);
  expect(one).toMatchObject({ isShown: true, field: 'none', name: '' });
});

test('the form knows the bounds of lists and the lengths of texts', () => {
  expect(boundsOf(firmSchema.shape.shownEmails)).toEqual({ least: 1, most: 4 });
  expect(boundsOf(firmSchema.shape.cities)).toEqual({ least: 1, most: Infinity });
  expect(lengthOf(firmSchema.shape.name)).toBe(40);
});
