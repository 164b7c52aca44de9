const MASK = '***';
const AT = /@|%40/g;
/** Characters of a local part without quotes (RFC 5322 §3.2.3 and RFC 6531), except `/` and `?`, which end paths in URLs. */
const LOCAL = /[\p{L}\p{M}\p{N}\p{Cs}.!#$%&'*+=^_`{|}~-]/u;
/** A domain, or an address literal in brackets. */
const BEGINS_DOMAIN = /[\p{L}\p{N}\p{Cs}[]/u;
/**
 * A version of a package after its name, as in `pg@9.0`. Four numbers are an IPv4 address, and a domain never ends in a
 * number (RFC 3696 §2).
 */
const VERSION = /\d+(?:\.\d+){0,2}(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])/uy;

/**
 * Replaces the local part of each e-mail address by `***`, also where the `@` is percent-encoded, as in a URL. The domain
 * stays, because it says whose mail server is meant. `json` is a text of JSON, and stays one. Time: linear.
 */
export function maskAddresses(json: string): string {
  let masked = '';
  let done = 0;
  for (const { index, 0: at } of json.matchAll(AT)) {
    if (!BEGINS_DOMAIN.test(json[index + at.length] ?? '')) continue;
    const start = startOfLocalPart(json, index, done);
    if (start >= index || isPackage(json, start, index)) continue;
    masked += json.slice(done, start) + MASK;
    done = index;
  }
  return masked + json.slice(done);
}

/** What stands between `//` or `:` and an `@` may be the password of a URL, and its host a short form of an IPv4 address. */
function isPackage(json: string, start: number, end: number): boolean {
  VERSION.lastIndex = end + 1;
  return json[end] === '@' && VERSION.test(json) && !json.startsWith('//', start - 2) && json[start - 1] !== ':';
}

function startOfLocalPart(json: string, end: number, least: number): number {
  // A quoted local part, as in `\"a b\"@firm.example`.
  if (json.startsWith('\\"', end - 2)) return Math.max(json.lastIndexOf('\\"', end - 3), least);
  let start = end;
  while (start > least && LOCAL.test(json[start - 1] ?? '')) start -= 1;
  // The letter after an odd number of backslashes belongs to an escape sequence, such as `\n`.
  let backslashes = 0;
  while (json[start - 1 - backslashes] === '\\') backslashes += 1;
  if (backslashes % 2 === 1) start += json[start] === 'u' ? 5 : 1;
  return start;
}
