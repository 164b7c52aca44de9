import { z } from 'zod';
import { type EnquiryErrors, type EnquirySign, validateEnquiry } from '#contract/forms/enquiry.ts';
import { EMAIL_MAX_LENGTH, ENQUIRY_LINE_MAX_LENGTH } from '#contract/limits.ts';
import { parseJson } from '../http/body.ts';
import type { MailSettings } from '../deps.ts';
import { MailError, type MailErrorName } from './errors.ts';

/** An enquiry as the wire's template variables carry it; `toName` is whom the site's form greets. */
export type SentEnquiry = {
  name: string;
  email: string;
  phone: string;
  message: string;
  toName: string;
  /** Set where the site saw a sign of a robot. */
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
  // Not the wire's: the site sends it only with an enquiry that it finds odd.
  check: variable,
});

const SIGNS = ['trap', 'haste'] as const satisfies readonly EnquirySign[];

/** What reads `name@host` to a person may read otherwise to a mail program: `a,b@host` is two addresses. */
const MAILBOX = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+$/;

const FIELD_ERRORS = {
  name: 'name_required',
  email: 'email_invalid',
  phone: 'phone_invalid',
  message: 'message_required',
} as const satisfies Record<keyof EnquiryErrors, MailErrorName>;

/**
 * Reads the body of EmailJS's `send` and gives the enquiry in it, freed of control characters and line breaks where one
 * line is meant. Throws a MailError (protocol.md 5), or RequestError `bad_json`.
 */
export function readSendRequest(body: string, expected: MailSettings['emailjs']): SentEnquiry {
  const request = asObject(parseJson(body));
  requireId(request, 'user_id', [expected.publicKey], 'public_key_invalid');
  // `default_service` is the wire's word for the account's only or preferred service.
  requireId(request, 'service_id', [expected.serviceId, 'default_service'], 'service_not_found');
  requireId(request, 'template_id', [expected.templateId], 'template_not_found');
  const params = templateParams.safeParse(request.template_params ?? {});
  if (!params.success) throw new MailError('template_params_invalid');
  return readEnquiry(params.data);
}

function readEnquiry(params: z.infer<typeof templateParams>): SentEnquiry {
  const enquiry = {
    name: oneLine(params.from_name),
    // A character too many stays, so that a longer address is refused and not cut to another one.
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

/** Whatever breaks a line or turns the direction of writing round could make a header or a name say something else. */
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
