import { type Enquiry, type EnquirySign, signOfRobot } from '#contract/forms/enquiry.ts';
import { EMAIL_MAX_LENGTH, ENQUIRY_LINE_MAX_LENGTH, ENQUIRY_MESSAGE_MAX_LENGTH } from '#contract/limits.ts';
import { TRAP_FIELD } from './robot-trap.tsx';

/** A missing field or a file reads as ''; a text is cut to `maxLength` before it is validated. */
function textOf(form: FormData, name: string, maxLength: number): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}

/** The enquiry of a submitted form. An address that is too long keeps one character too many, so that validation rejects it. */
export function readEnquiry(form: FormData): Enquiry {
  return {
    name: textOf(form, 'name', ENQUIRY_LINE_MAX_LENGTH),
    email: textOf(form, 'email', EMAIL_MAX_LENGTH + 1),
    phone: textOf(form, 'phone', ENQUIRY_LINE_MAX_LENGTH),
    message: textOf(form, 'message', ENQUIRY_MESSAGE_MAX_LENGTH),
  };
}

/**
 * Whether the form has a sign of a robot. `openMs` is known only with JavaScript: the page itself is cached, so it
 * cannot carry the time it was served.
 */
export function readSign(form: FormData, openMs: number | null): EnquirySign | null {
  return signOfRobot(textOf(form, TRAP_FIELD, ENQUIRY_LINE_MAX_LENGTH), openMs);
}
