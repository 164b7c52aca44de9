import { EMAIL_MAX_LENGTH, ENQUIRY_LEAST_OPEN_MS } from '../limits.ts';
import { isEmail } from './credentials.ts';

/** The enquiry of specification §3: sent by e-mail, not stored as a record. */
export type Enquiry = { name: string; email: string; phone: string; message: string };
export type EnquiryErrors = Partial<Record<keyof Enquiry, 'required' | 'invalid-email'>>;

/**
 * Why an enquiry looks like a robot's. It is delivered all the same, marked for whoever reads it: no such sign is sure
 * enough to drop a person's message.
 */
export type EnquirySign = 'trap' | 'haste';

/** What was written into the field that no person sees, and how long the form was open, where that is known. */
export function signOfRobot(trap: string, openMs: number | null): EnquirySign | null {
  if (trap.trim()) return 'trap';
  return openMs !== null && openMs < ENQUIRY_LEAST_OPEN_MS ? 'haste' : null;
}

/** What is wrong, by field; an empty object means that the enquiry may be sent. */
export function validateEnquiry(enquiry: Enquiry): EnquiryErrors {
  const errors: EnquiryErrors = {};
  if (!enquiry.name.trim()) errors.name = 'required';
  const email = enquiry.email.trim();
  if (!email) errors.email = 'required';
  else if (email.length > EMAIL_MAX_LENGTH || !isEmail(email)) errors.email = 'invalid-email';
  if (!enquiry.message.trim()) errors.message = 'required';
  return errors;
}
