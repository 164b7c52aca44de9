/** The content codings that answers are made in. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** In the order of preference among codings that the client accepts equally. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** Visitors send a few values only; more than these are not remembered. */
const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/**
 * The coding of an answer to a request with this Accept-Encoding header (RFC 9110 §12.5.3): the one with the highest
 * q-value. `identity` is used when nothing else is acceptable, whatever its own q-value is.
 */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  const encoding = readEncoding(header);
  if (header.length <= LONGEST_REMEMBERED && remembered.size < MOST_REMEMBERED) remembered.set(header, encoding);
  return encoding;
}

function readEncoding(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(readWeight));
  const others = weights.get('*') ?? 0;
  // Without a q-value of its own, identity is acceptable but the last choice.
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? (encoding === 'identity' ? 0 : others);
  const best = Math.max(...ENCODINGS.map(weightOf));
  return best > 0 ? ENCODINGS.find((encoding) => weightOf(encoding) === best)! : 'identity';
}

/** One item, e.g. `gzip;q=0.5`. An invalid q-value counts as 0. */
function readWeight(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [coding === 'x-gzip' ? 'gzip' : coding, weight === undefined ? 1 : Number(weight) || 0];
}
