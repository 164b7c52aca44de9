import { withoutInvisible } from '#contract/forms/credentials.ts';
import { type Enquiry, type EnquirySign, mapEnquiryFields, signOfRobot } from '#contract/forms/enquiry.ts';
import { TRAP_FIELD } from './robot-trap.tsx';

/** A missing field or a file reads as ''. */
function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The enquiry of a submitted form, uncut: validation says what is too long. */
export function readEnquiry(form: FormData): Enquiry {
  return mapEnquiryFields((field) => {
    const text = textOf(form, field);
    // A reply to an address with an invisible character does not arrive.
    return field === 'email' ? withoutInvisible(text) : text;
  });
}

/**
 * Whether the form has a sign of a robot. `openMs` is known only with JavaScript: the page itself is cached, so it
 * cannot carry the time it was served.
 */
export function readSign(form: FormData, openMs: number | null): EnquirySign | null {
  return signOfRobot(textOf(form, TRAP_FIELD), openMs);
}
