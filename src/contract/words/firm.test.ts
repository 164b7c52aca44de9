import { expect, test } from 'vitest';
import { FIRM_PARTS, type FirmWords, firmSchema } from './firm.ts';

const fields = firmSchema.shape;
const fits = (name: keyof FirmWords, value: unknown): boolean => fields[name].safeParse(value).success;

test('every field is in one part of the form, and has a label', () => {
  const inParts = FIRM_PARTS.flatMap((part): readonly string[] => part.fields);
  expect(inParts.toSorted()).toEqual(Object.keys(fields).toSorted());
  for (const name of inParts) expect(fields[name as keyof FirmWords].meta()?.label, name).toMatch(/\S/);
});

test('a telephone number dials what it shows', () => {
  expect(fits('phone', { display: '+91 (141) 000-0999', e164: '+911410000999' })).toBe(true);
  expect(fits('phone', { display: '+91 141 000 0998', e164: '+911410000999' })).toBe(false);
  expect(fits('phone', { display: '0141 000 0999', e164: '01410000999' })).toBe(false);
});

test.each([
  [
    'email',
    'office@firm.example',
    ['office', 'a@b', 'a b@firm.example', 'a@firm.example, b@firm.example', '<a@firm.example>'],
  ],
  ['name', 'Rao & Co <script>', ['', ' ', 'x'.repeat(41), 'Rao\u202e', 'Rao\nCo']],
  ['founded', 2013, ['2013', 2013.5, 1700]],
  ['openingHours', { label: 'Daily', schema: 'Mo-Sa 10:00-18:30' }, [{ label: 'Daily', schema: 'daily' }]],
  ['social', [], [[{ label: 'X', href: 'http://x.com/' }], [{ label: 'X', href: 'javascript:alert(1)' }]]],
  ['coordinates', { latitude: -33, longitude: 151 }, [{ latitude: 91, longitude: 0 }, { latitude: 0 }]],
  ['cities', [city('Asia/Kolkata')], [[], [city('Asia/Jaipur')]]],
  ['areaServed', ['IN'], [[], ['India']]],
  ['people', [personOf('asha')], [[], [personOf('asha'), personOf('asha')], [personOf('Asha')]]],
] as const)('%s', (name, right, wrong) => {
  expect(fits(name, right)).toBe(true);
  for (const value of wrong) expect(fits(name, value), JSON.stringify(value)).toBe(false);
});

test('a photograph is a file of this site or of an https address', () => {
  const withPhotograph = (photograph: string) => fits('people', [{ ...personOf('asha'), photograph }]);
  for (const address of ['', '/storage/v1/object/public/media/a.jpg', 'https://cdn.example/a.jpg'])
    expect(withPhotograph(address), address).toBe(true);
  for (const address of ['javascript:alert(1)', '//evil.example/a.jpg', 'a.jpg', 'data:image/png;base64,AA'])
    expect(withPhotograph(address), address).toBe(false);
});

function city(timeZone: string) {
  return { name: 'Jaipur', coordinates: { latitude: 26, longitude: 75 }, timeZone };
}

function personOf(id: string) {
  return {
    id,
    name: 'Asha',
    isShown: true,
    designation: 'Partner',
    qualification: 'FCA',
    photograph: '',
    about: 'Works.',
    subjects: 'Customs',
    languages: 'English',
    email: 'asha@firm.example',
    phone: null,
    showsPhone: false,
    field: 'none',
  };
}
