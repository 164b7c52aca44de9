import { withoutUnseen } from '#contract/forms/credentials.ts';
import {
  type Enquiry,
  type EnquiryField,
  type EnquirySign,
  mapEnquiryFields,
  signOfRobot,
} from '#contract/forms/enquiry.ts';
import { TRAP_FIELD } from './robot-trap.tsx';

/** A missing field or a file reads as ''. */
function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The enquiry of a submitted form, uncut: validation says what is too long. */
export function readEnquiry(form: FormData): Enquiry {
  // A reply to an address with an unseen character does not arrive.
  const clean = (field: EnquiryField, text: string) => (field === 'email' ? withoutUnseen(text) : text);
  return mapEnquiryFields((field) => clean(field, textOf(form, field)));
}

/**
 * Whether the form has a sign of a robot. `openMs` is known only with JavaScript: the page itself is cached, so it
 * cannot carry the time it was served.
 */
export function readSign(form: FormData, openMs: number | null): EnquirySign | null {
  return signOfRobot(textOf(form, TRAP_FIELD), openMs);
}
