import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSendRequest } from './read-send-request.ts';

const EXPECTED = { serviceId: 'service_1', templateId: 'template_1', publicKey: 'key_1' };
const PARAMS = { from_name: 'Asha Rao', from_email: 'asha@example.com', phone: '', message: 'Hello', to_name: 'Team' };

function bodyWith(change: Record<string, unknown>, params: Record<string, unknown> = {}): string {
  const ids = { user_id: 'key_1', service_id: 'service_1', template_id: 'template_1' };
  return JSON.stringify({ lib_version: '4.4.1', ...ids, template_params: { ...PARAMS, ...params }, ...change });
}
const read = (body: string) => readSendRequest(body, EXPECTED);

test('the enquiry is read from the template variables', () => {
  expect(read(bodyWith({}, { phone: 911412345678 }))).toEqual({
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '911412345678',
    message: 'Hello',
    toName: 'Team',
  });
});

test.each([
  ['[]', 'The request body must be a JSON object'],
  ['null', 'The request body must be a JSON object'],
  [bodyWith({ user_id: undefined }), 'The user_id parameter is required'],
  [bodyWith({ service_id: '' }), 'The service_id parameter is required'],
  [bodyWith({ template_id: null }), 'The template_id parameter is required'],
  [bodyWith({ user_id: 'other' }), 'The Public Key is invalid'],
  [bodyWith({ user_id: ['key_1'] }), 'The Public Key is invalid'],
  [bodyWith({ service_id: 'other' }), 'The service ID not found'],
  [bodyWith({ template_id: 'other' }), 'The template ID not found'],
  [bodyWith({ template_params: 'x' }), 'The template_params parameter must hold text variables'],
  [bodyWith({}, { message: { a: 1 } }), 'The template_params parameter must hold text variables'],
  [bodyWith({ template_params: undefined }), 'The from_name variable is required'],
  [bodyWith({}, { from_name: ' \u0000\n' }), 'The from_name variable is required'],
  [bodyWith({}, { from_email: 'nobody' }), 'The from_email variable must be an e-mail address'],
  [bodyWith({}, { from_email: 'a@b.co,c.d' }), 'The from_email variable must be an e-mail address'],
  [bodyWith({}, { from_email: 'a@b.co\r\nBcc: c@d.ef' }), 'The from_email variable must be an e-mail address'],
  [bodyWith({}, { from_email: `a@${'b'.repeat(300)}.co` }), 'The from_email variable must be an e-mail address'],
  [bodyWith({}, { message: '\u0000' }), 'The message variable is required'],
])('%s is rejected', (body, text) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ name: 'MailError', status: 400, message: text }));
});

test('only known marks of the site are read', () => {
  expect(read(bodyWith({}, { check: 'trap' })).sign).toBe('trap');
  expect(read(bodyWith({}, { check: 'haste' })).sign).toBe('haste');
  expect(read(bodyWith({}, { check: '[Check] Bcc:' }))).not.toHaveProperty('sign');
});

test('a long address is accepted whole or rejected', () => {
  const email = `a@${'b'.repeat(249)}.co`;
  expect(read(bodyWith({}, { from_email: email })).email).toBe(email);
});

test('default_service is accepted', () => {
  expect(read(bodyWith({ service_id: 'default_service' })).name).toBe('Asha Rao');
});

test('line breaks of a message are kept, and other control characters removed', () => {
  expect(read(bodyWith({}, { message: 'one\r\ntwo\r\tthree\u0000\u001b' })).message).toBe('one\ntwo\n\tthree');
});

test('names in all scripts are unchanged', () => {
  expect(read(bodyWith({}, { from_name: 'क्‍षितिज शर्मा' })).name).toBe('क्‍षितिज शर्मा');
});

test('names and phones never contain a line break', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(text, text, (name, phone) => {
      const enquiry = read(bodyWith({}, { from_name: `A${name}`, phone }));
      expect(`${enquiry.name}${enquiry.phone}`).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});

test('invalid JSON has an error of its own', () => {
  expect(() => read('{"user_id"')).toThrow('Could not parse request body as JSON');
});
