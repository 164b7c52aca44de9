import { EMAIL_MAX_LENGTH } from '../http/email-length.ts';
import { AuthError } from './errors.ts';

/** The HTML standard's rule, as in GoTrue, and a dot in the domain (specification §5). It cannot match two addresses. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** The address in lower case, as accounts store it. Throws AuthError `validation_failed` when it is not an address. */
export function requireEmailAddress(text: string): string {
  const address = text.toLowerCase();
  if (address.length > EMAIL_MAX_LENGTH || !ADDRESS.test(address)) {
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format');
  }
  return address;
}
