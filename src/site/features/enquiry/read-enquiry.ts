import { type Enquiry, type EnquirySign, signOfRobot } from '#contract/forms/enquiry.ts';
import { TRAP_FIELD } from './robot-trap.tsx';

/** A field that is missing or a file is an empty one. */
function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The enquiry of a submitted form. */
export function readEnquiry(form: FormData): Enquiry {
  return {
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    phone: textOf(form, 'phone'),
    message: textOf(form, 'message'),
  };
}

/**
 * Whether the form looks as if a robot had sent it. How long it was open is known only where JavaScript counts it: the
 * page without it comes from memory, so nothing in it could tell the time.
 */
export function readSign(form: FormData, openMs: number | null): EnquirySign | null {
  return signOfRobot(textOf(form, TRAP_FIELD), openMs);
}
