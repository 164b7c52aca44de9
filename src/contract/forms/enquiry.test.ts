import { expect, test } from 'vitest';
import { ENQUIRY_LINE_MAX_LENGTH, ENQUIRY_MESSAGE_MAX_BYTES } from '../limits.ts';
import { mapEnquiryFields, validateEnquiry, signOfRobot } from './enquiry.ts';

const EMPTY = mapEnquiryFields(() => '');
const ENQUIRY = { ...EMPTY, name: 'Asha Rao', email: 'asha@example.com', message: 'Hello' };

test('name, e-mail and message are required, the phone is not', () => {
  expect(validateEnquiry(ENQUIRY)).toEqual({});
  expect(validateEnquiry({ ...EMPTY, name: ' ', message: '\n' })).toEqual({
    name: 'required',
    email: 'required',
    message: 'required',
  });
  for (const email of ['asha', 'asha@example.com,', '<asha@example.com>', 'mailto:asha@example.com'])
    expect(validateEnquiry({ ...ENQUIRY, email })).toEqual({ email: 'invalid-email' });
});

test('a field that is too long says by how many characters', () => {
  expect(validateEnquiry({ ...ENQUIRY, message: 'x'.repeat(ENQUIRY_MESSAGE_MAX_BYTES + 3) })).toEqual({
    message: { tooMany: 3 },
  });
  expect(validateEnquiry({ ...ENQUIRY, phone: '1'.repeat(ENQUIRY_LINE_MAX_LENGTH + 1) })).toEqual({
    phone: { tooMany: 1 },
  });
  expect(validateEnquiry({ ...ENQUIRY, message: 'x'.repeat(ENQUIRY_MESSAGE_MAX_BYTES) })).toEqual({});
  expect(validateEnquiry({ ...ENQUIRY, message: 'न'.repeat(ENQUIRY_MESSAGE_MAX_BYTES / 3 + 5) })).toEqual({
    message: { tooMany: 5 },
  });
});

test('a filled hidden field and a form open for under two seconds are signs of a program', () => {
  expect(signOfRobot('https://spam.example', 60_000)).toBe('trap');
  expect(signOfRobot(' ', 1999)).toBe('haste');
});

test('a normal enquiry has no sign, with and without a known time', () => {
  expect(signOfRobot('', 2000)).toBeNull();
  expect(signOfRobot('', null)).toBeNull();
});
