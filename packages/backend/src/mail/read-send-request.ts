import { parseJson } from '../http/body.ts';
import type { EmailJsTemplate } from '../deps.ts';
import { MailError } from './errors.ts';

/**
 * Parses the body of EmailJS's `send` and returns the variables for the template, which checks them. Throws MailError
 * (protocol.md 5), or RequestError `bad_json`.
 */
export function readSendRequest(
  body: string,
  expected: Pick<EmailJsTemplate, 'publicKey' | 'serviceId' | 'templateId'>,
): Record<string, unknown> {
  const request = asObject(parseJson(body), 'body_not_object');
  requireId(request, 'user_id', [expected.publicKey], 'public_key_invalid');
  // In EmailJS `default_service` is the account's only or preferred service.
  requireId(request, 'service_id', [expected.serviceId, 'default_service'], 'service_not_found');
  requireId(request, 'template_id', [expected.templateId], 'template_not_found');
  return asObject(request['template_params'] ?? {}, 'template_params_invalid');
}

function asObject(value: unknown, otherwise: 'body_not_object' | 'template_params_invalid'): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new MailError(otherwise);
}

function requireId(
  request: Record<string, unknown>,
  field: string,
  accepted: readonly string[],
  otherwise: 'public_key_invalid' | 'service_not_found' | 'template_not_found',
): void {
  const id = request[field];
  if (id === undefined || id === null || id === '') throw new MailError('parameter_required', field);
  if (typeof id !== 'string' || !accepted.includes(id)) throw new MailError(otherwise);
}
