import { expect, test } from 'vitest';
import { readSendRequest } from './routes.ts';

const EXPECTED = { serviceId: 'service_1', templateId: 'template_1', publicKey: 'key_1' };
const PARAMS = { from_name: 'Asha Rao', from_email: 'asha@example.com', phone: '', message: 'Hello', to_name: 'Team' };

function bodyWith(change: Record<string, unknown>, params: Record<string, unknown> = {}): string {
  const ids = { user_id: 'key_1', service_id: 'service_1', template_id: 'template_1' };
  return JSON.stringify({ lib_version: '4.4.1', ...ids, template_params: { ...PARAMS, ...params }, ...change });
}
const read = (body: string) => readSendRequest(body, EXPECTED);

test('the template variables are returned as they were sent', () => {
  expect(read(bodyWith({}, { phone: 911412345678 }))).toEqual({ ...PARAMS, phone: 911412345678 });
  expect(read(bodyWith({ template_params: undefined }))).toEqual({});
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
])('%s is rejected', (body, text) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ name: 'MailError', status: 400, message: text }));
});

test('default_service is accepted', () => {
  expect(read(bodyWith({ service_id: 'default_service' }))).toEqual(PARAMS);
});

test('invalid JSON has an error of its own', () => {
  expect(() => read('{"user_id"')).toThrow('Could not parse request body as JSON');
});
