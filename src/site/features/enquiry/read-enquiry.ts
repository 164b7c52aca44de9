import { type Enquiry, type EnquirySign, signOfRobot } from '#contract/forms/enquiry.ts';
import { EMAIL_MAX_LENGTH, ENQUIRY_LINE_MAX_LENGTH, ENQUIRY_MESSAGE_MAX_LENGTH } from '#contract/limits.ts';
import { TRAP_FIELD } from './robot-trap.tsx';

/** A field that is missing or a file is an empty one; what is longer than `maxLength` is cut before anything tests it. */
function textOf(form: FormData, name: string, maxLength: number): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}

/** The enquiry of a submitted form. An address that is too long keeps a character too many, so that it is refused. */
export function readEnquiry(form: FormData): Enquiry {
  return {
    name: textOf(form, 'name', ENQUIRY_LINE_MAX_LENGTH),
    email: textOf(form, 'email', EMAIL_MAX_LENGTH + 1),
    phone: textOf(form, 'phone', ENQUIRY_LINE_MAX_LENGTH),
    message: textOf(form, 'message', ENQUIRY_MESSAGE_MAX_LENGTH),
  };
}

/**
 * Whether the form looks as if a robot had sent it. How long it was open is known only where JavaScript counts it: the
 * page without it comes from memory, so nothing in it could tell the time.
 */
export function readSign(form: FormData, openMs: number | null): EnquirySign | null {
  return signOfRobot(textOf(form, TRAP_FIELD, ENQUIRY_LINE_MAX_LENGTH), openMs);
}
