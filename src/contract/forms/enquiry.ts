import { isEmail } from './credentials.ts';

/** The enquiry of specification §3: sent by e-mail, not stored as a record. */
export type Enquiry = { name: string; email: string; phone: string; message: string };
export type EnquiryFaults = Partial<Record<keyof Enquiry, 'required' | 'invalid-email'>>;

export const EMPTY_ENQUIRY: Enquiry = { name: '', email: '', phone: '', message: '' };

/** What is wrong, by field; an empty object means that the enquiry may be sent. */
export function enquiryFaults(enquiry: Enquiry): EnquiryFaults {
  const faults: EnquiryFaults = {};
  if (!enquiry.name.trim()) faults.name = 'required';
  if (!enquiry.email.trim()) faults.email = 'required';
  else if (!isEmail(enquiry.email.trim())) faults.email = 'invalid-email';
  if (!enquiry.message.trim()) faults.message = 'required';
  return faults;
}
