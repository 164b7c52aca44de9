import {
  EMAIL_MAX_LENGTH,
  ENQUIRY_MIN_OPEN_MS,
  ENQUIRY_LINE_MAX_LENGTH,
  ENQUIRY_MESSAGE_MAX_LENGTH,
} from '../limits.ts';
import { isEmail } from './credentials.ts';

/** The enquiry of specification §3: sent by e-mail, not stored as a record. */
export type Enquiry = { name: string; email: string; phone: string; message: string };
/** `tooMany`: how many characters are over the limit of the field. */
export type EnquiryError = 'required' | 'invalid-email' | { tooMany: number };
export type EnquiryErrors = Partial<Record<keyof Enquiry, EnquiryError>>;

/** An e-mail address that is too long is no e-mail address. */
const MAX_LENGTHS = {
  name: ENQUIRY_LINE_MAX_LENGTH,
  phone: ENQUIRY_LINE_MAX_LENGTH,
  message: ENQUIRY_MESSAGE_MAX_LENGTH,
} as const satisfies Partial<Record<keyof Enquiry, number>>;

/**
 * Why an enquiry was probably sent by a program. It is delivered anyway, with a mark, because no such sign is certain.
 */
export type EnquirySign = 'trap' | 'haste';

/**
 * Checks for a filled hidden field (`trap`), and for a form that was open for less than ENQUIRY_MIN_OPEN_MS (`openMs`
 * null when unknown).
 */
export function signOfRobot(trap: string, openMs: number | null): EnquirySign | null {
  if (trap.trim()) return 'trap';
  return openMs !== null && openMs < ENQUIRY_MIN_OPEN_MS ? 'haste' : null;
}

/** The errors by field; an empty object for a valid enquiry. */
export function validateEnquiry(enquiry: Enquiry): EnquiryErrors {
  const errors: EnquiryErrors = {};
  if (!enquiry.name.trim()) errors.name = 'required';
  const email = enquiry.email.trim();
  if (!email) errors.email = 'required';
  else if (email.length > EMAIL_MAX_LENGTH || !isEmail(email)) errors.email = 'invalid-email';
  if (!enquiry.message.trim()) errors.message = 'required';
  for (const [field, limit] of Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][]) {
    const tooMany = enquiry[field].trim().length - limit;
    if (tooMany > 0) errors[field] = { tooMany };
  }
  return errors;
}
