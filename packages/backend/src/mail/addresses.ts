import addressparser from 'nodemailer/lib/addressparser';

/** Longest e-mail address (RFC 5321 §4.5.3.1.3 without the angle brackets). */
export const EMAIL_MAX_LENGTH = 254;

/** A setting without valid e-mail addresses; the message says what it contains. */
export class BadAddress extends Error {}

const LOCAL_PART = /^[^\s@<>()[\]\\,;:"]+$/;
/** Vowel signs of Indian scripts are marks. */
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;
/** RFC 5321 4.5.3.1 and RFC 1035 2.3.4. */
const MAX_LENGTH = { localPart: 64, label: 63, address: EMAIL_MAX_LENGTH };

/**
 * Parses a comma-separated list of addresses, each with an optional name: `Office <office@firm.example>,
 * b@firm.example`. Returns at least one, in canonical form. Throws BadAddress.
 */
export function parseAddresses(text: string): string[] {
  const entries = addressparser(text);
  if (entries.length === 0) throw new BadAddress('holds no email address');
  return entries.map((entry) => {
    if ('group' in entry && entry.group)
      throw new BadAddress(`holds the group "${entry.name}"; name the addresses alone`);
    const { name, address } = entry as { name: string; address: string };
    if (!isMailbox(address)) {
      throw new BadAddress(`holds "${address || name}", which is not an email address`);
    }
    // nodemailer takes the text beside an address for its name.
    if (name.includes('@')) throw new BadAddress(`holds two addresses without a comma, ${name} and ${address}`);
    return formatAddress(name, address);
  });
}

/**
 * Whether it is an address at a domain with a dot, or at localhost. RFC 5321 allows more, which in a setting is
 * probably a mistake.
 */
function isMailbox(address: string): boolean {
  const [localPart = '', domain = '', ...rest] = address.split('@');
  const labels = domain.split('.');
  return (
    rest.length === 0 &&
    address.length <= MAX_LENGTH.address &&
    localPart.length <= MAX_LENGTH.localPart &&
    LOCAL_PART.test(localPart) &&
    (labels.length > 1 || domain === 'localhost') &&
    labels.every((label) => label.length <= MAX_LENGTH.label && LABEL.test(label))
  );
}

/** An address with a name, in which other characters than these are quoted (RFC 5322 §3.2.3); without one the address. */
export function formatAddress(name: string, address: string): string {
  if (name === '') return address;
  const isPlain = /^[\p{L}\p{N} '&-]+$/u.test(name);
  return `${isPlain ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`} <${address}>`;
}
