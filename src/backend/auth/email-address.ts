import { AuthError } from './errors.ts';

/** The HTML standard's rule, as in GoTrue, and a dot in the domain (specification §5). It leaves no room for a second address. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const MAX_LENGTH = 254;

/** The address in the form accounts are kept by (lower case); throws AuthError `validation_failed` when it is none. */
export function requireEmailAddress(text: string): string {
  const address = text.toLowerCase();
  if (address.length > MAX_LENGTH || !ADDRESS.test(address)) {
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format');
  }
  return address;
}
