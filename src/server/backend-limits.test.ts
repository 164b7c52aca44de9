import { expect, test } from 'vitest';
import { AUTH_RATES, ACCOUNT_RATES } from '#backend/auth/limits.ts';
import { PASSWORD_MAX_BYTES as BACKEND_PASSWORD_MAX_BYTES } from '#backend/auth/accounts/passwords.ts';
import { EMAIL_MAX_LENGTH as BACKEND_EMAIL_MAX_LENGTH } from '#backend/mail/addresses.ts';
import { SENDS_PER_ADDRESS, SEND_MAX_BYTES } from '#backend/mail/routes.ts';
import { MAX_PICTURE_PIXELS as BACKEND_MAX_PICTURE_PIXELS } from '#backend/storage/limits.ts';
import { PICTURE_FORMATS, pictureTypeOf } from '#backend/storage/pictures/picture-formats.ts';
import { EMAIL_MAX_LENGTH, ENQUIRY_MAX_BYTES, PASSWORD_MAX_BYTES } from '#contract/limits.ts';
import { MAX_PICTURE_PIXELS, PICTURE_TYPES } from '#contract/pictures.ts';
import { MAX_LIMIT_MINUTES } from '#contract/retention.ts';

test('the limits that the site states are those of the backend', () => {
  expect(EMAIL_MAX_LENGTH).toBe(BACKEND_EMAIL_MAX_LENGTH);
  expect(PASSWORD_MAX_BYTES).toBe(BACKEND_PASSWORD_MAX_BYTES);
  expect(MAX_PICTURE_PIXELS).toBe(BACKEND_MAX_PICTURE_PIXELS);
  expect(PICTURE_TYPES).toEqual(PICTURE_FORMATS.map(pictureTypeOf));
  expect(ENQUIRY_MAX_BYTES).toBe(SEND_MAX_BYTES);
});

test('requests of an address are counted no longer than the privacy page says', () => {
  const rates = [...Object.values(AUTH_RATES), ...Object.values(ACCOUNT_RATES), SENDS_PER_ADDRESS];
  expect(Math.max(...rates.map(({ seconds }) => seconds))).toBe(MAX_LIMIT_MINUTES * 60);
});
