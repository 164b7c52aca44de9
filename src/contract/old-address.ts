import { percentDecoded, withoutTrailingSlashes } from './url-path.ts';

/** As the check constraint of the migration has it. */
const MAX_LENGTH = 1000;

/**
 * The form in which an address of an earlier website is stored and looked up: the path, decoded, in lower case, without
 * trailing slashes. Input: a path as in a URL, percent-encoded. Returns null for the root, and for paths that cannot be
 * decoded, are too long, or hold control characters.
 */
export function oldAddressOf(pathname: string): string | null {
  const path = percentDecoded(withoutTrailingSlashes(pathname))?.normalize('NFC').toLowerCase();
  if (!path?.startsWith('/') || path.startsWith('//') || path.length > MAX_LENGTH) return null;
  return /\p{Cc}/u.test(path) ? null : path;
}
