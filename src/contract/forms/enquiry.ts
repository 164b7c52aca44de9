import { EMAIL_MAX_LENGTH, ENQUIRY_LEAST_OPEN_MS } from '../limits.ts';
import { isEmail } from './credentials.ts';

/** The enquiry of specification §3: sent by e-mail, not stored as a record. */
export type Enquiry = { name: string; email: string; phone: string; message: string };
export type EnquiryErrors = Partial<Record<keyof Enquiry, 'required' | 'invalid-email'>>;

/**
 * Why an enquiry was probably sent by a program. It is delivered anyway, with a mark, because no such sign is certain.
 */
export type EnquirySign = 'trap' | 'haste';

/**
 * Checks for a filled hidden field (`trap`), and for a form that was open for less than ENQUIRY_LEAST_OPEN_MS (`openMs`
 * null when unknown).
 */
export function signOfRobot(trap: string, openMs: number | null): EnquirySign | null {
  if (trap.trim()) return 'trap';
  return openMs !== null && openMs < ENQUIRY_LEAST_OPEN_MS ? 'haste' : null;
}

/** The errors by field; an empty object for a valid enquiry. */
export function validateEnquiry(enquiry: Enquiry): EnquiryErrors {
  const errors: EnquiryErrors = {};
  if (!enquiry.name.trim()) errors.name = 'required';
  const email = enquiry.email.trim();
  if (!email) errors.email = 'required';
  else if (email.length > EMAIL_MAX_LENGTH || !isEmail(email)) errors.email = 'invalid-email';
  if (!enquiry.message.trim()) errors.message = 'required';
  return errors;
}
