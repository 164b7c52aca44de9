import {
  EMAIL_MAX_LENGTH,
  ENQUIRY_MIN_OPEN_MS,
  ENQUIRY_LINE_MAX_LENGTH,
  ENQUIRY_MESSAGE_MAX_BYTES,
} from '../limits.ts';
import { isEmail } from './credentials.ts';

type EnquiryFieldFacts = {
  /** Its variable in the mail template (specification §7). */
  variable: string;
  /** In characters, or in bytes as JSON in UTF-8; the error says how many characters are too many. */
  maxLength: number;
  isInBytes?: true;
  isRequired?: true;
};

/** The fields of the form. */
export const ENQUIRY_FIELDS = {
  name: { variable: 'from_name', maxLength: ENQUIRY_LINE_MAX_LENGTH, isRequired: true },
  email: { variable: 'from_email', maxLength: EMAIL_MAX_LENGTH, isRequired: true },
  phone: { variable: 'phone', maxLength: ENQUIRY_LINE_MAX_LENGTH },
  message: { variable: 'message', maxLength: ENQUIRY_MESSAGE_MAX_BYTES, isInBytes: true, isRequired: true },
} as const satisfies Record<string, EnquiryFieldFacts>;

export type EnquiryField = keyof typeof ENQUIRY_FIELDS;
/** The enquiry of specification §3: sent by e-mail, not stored as a record. */
export type Enquiry = Record<EnquiryField, string>;

const ENTRIES = Object.entries(ENQUIRY_FIELDS) as [EnquiryField, EnquiryFieldFacts][];

/** A text for each field. */
export function mapEnquiryFields(valueOf: (field: EnquiryField, facts: EnquiryFieldFacts) => string): Enquiry {
  return Object.fromEntries(ENTRIES.map(([field, facts]) => [field, valueOf(field, facts)])) as Enquiry;
}

/** `tooMany`: how many characters are over the limit of the field. */
export type EnquiryError = 'required' | 'invalid-email' | { tooMany: number };
export type EnquiryErrors = Partial<Record<EnquiryField, EnquiryError>>;

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

/** As a browser's email field: commas, brackets and quotation marks belong to lists of addresses. */
const MAILBOX = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+$/;

/** The errors by field; an empty object for a valid enquiry. */
export function validateEnquiry(enquiry: Enquiry): EnquiryErrors {
  const errors: EnquiryErrors = {};
  for (const [name, facts] of ENTRIES) {
    const text = enquiry[name].trim();
    const tooMany = countExcess(text, facts);
    if (!text) {
      if (facts.isRequired) errors[name] = 'required';
    } else if (name === 'email') {
      // An address that is too long is no address.
      if (tooMany > 0 || !isEmail(text) || !MAILBOX.test(text)) errors.email = 'invalid-email';
    } else if (tooMany > 0) errors[name] = { tooMany };
  }
  return errors;
}

/** How many characters are over the limit; about as many where the limit is in bytes. */
function countExcess(text: string, { maxLength, isInBytes }: EnquiryFieldFacts): number {
  if (!isInBytes) return text.length - maxLength;
  const bytes = new TextEncoder().encode(JSON.stringify(text)).length - '""'.length;
  return Math.ceil(((bytes - maxLength) * text.length) / bytes);
}
