import { z } from 'zod';
import { type EnquiryErrors, type EnquirySign, validateEnquiry } from '#contract/forms/enquiry.ts';
import { EMAIL_MAX_LENGTH, ENQUIRY_LINE_MAX_LENGTH } from '#contract/limits.ts';
import { parseJson } from '../http/body.ts';
import type { MailSettings } from '../deps.ts';
import { MailError, type MailErrorName } from './errors.ts';

/** The template variables of an enquiry. `toName` is the name that the mail greets. */
export type SentEnquiry = {
  name: string;
  email: string;
  phone: string;
  message: string;
  toName: string;
  /** Set when the site took the sender for a program. */
  sign?: EnquirySign;
};

const variable = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? '');
const templateParams = z.object({
  from_name: variable,
  from_email: variable,
  phone: variable,
  message: variable,
  to_name: variable,
  // Not part of EmailJS: the site sends it only with an enquiry that looks automated.
  check: variable,
});

const SIGNS = ['trap', 'haste'] as const satisfies readonly EnquirySign[];

/** `a,b@host` would be two addresses for a mail program. */
const MAILBOX = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+$/;

const FIELD_ERRORS = {
  name: 'name_required',
  email: 'email_invalid',
  phone: 'phone_invalid',
  message: 'message_required',
} as const satisfies Record<keyof EnquiryErrors, MailErrorName>;

/**
 * Parses the body of EmailJS's `send` into an enquiry. Control characters, and line breaks in one-line fields, are
 * removed. Throws MailError (protocol.md 5), or RequestError `bad_json`.
 */
export function readSendRequest(body: string, expected: MailSettings['emailjs']): SentEnquiry {
  const request = asObject(parseJson(body));
  requireId(request, 'user_id', [expected.publicKey], 'public_key_invalid');
  // In EmailJS `default_service` is the account's only or preferred service.
  requireId(request, 'service_id', [expected.serviceId, 'default_service'], 'service_not_found');
  requireId(request, 'template_id', [expected.templateId], 'template_not_found');
  const params = templateParams.safeParse(request.template_params ?? {});
  if (!params.success) throw new MailError('template_params_invalid');
  return readEnquiry(params.data);
}

function readEnquiry(params: z.infer<typeof templateParams>): SentEnquiry {
  const enquiry = {
    name: oneLine(params.from_name),
    // One character more than the limit, so that a longer address is rejected instead of cut.
    email: oneLine(params.from_email, EMAIL_MAX_LENGTH + 1),
    phone: oneLine(params.phone),
    message: cleanText(params.message),
    toName: oneLine(params.to_name),
  };
  const [error] = Object.keys(validateEnquiry(enquiry)) as (keyof EnquiryErrors)[];
  if (error) throw new MailError(FIELD_ERRORS[error]);
  if (!MAILBOX.test(enquiry.email)) throw new MailError(FIELD_ERRORS.email);
  const sign = SIGNS.find((known) => known === params.check);
  return { ...enquiry, ...(sign && { sign }) };
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new MailError('body_not_object');
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

/** Line breaks could add a header, and bidirectional controls could disguise a name. */
function oneLine(text: string, maxLength = ENQUIRY_LINE_MAX_LENGTH): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
  return line.trim().slice(0, maxLength).toWellFormed();
}

function cleanText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
    .toWellFormed();
}
