import { RestError } from '../errors.ts';

export type Media = {
  format: 'json' | 'csv';
  single: boolean;
  stripNulls: boolean;
  /** The plan of the statement instead of its rows, or null. */
  explain: Explain | null;
};

export type Explain = { format: 'json' | 'text'; options: readonly ExplainOption[] };
/** The options of EXPLAIN that a caller may choose. */
const EXPLAIN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;
export type ExplainOption = (typeof EXPLAIN_OPTIONS)[number];

const JSON_TYPES: ReadonlySet<string> = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/vnd.pgrst.array+json',
  'application/vnd.pgrst.array',
]);
const OBJECT_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.object',
]);
const PLAN = 'application/vnd.pgrst.plan';
const PLAIN: Media = { format: 'json', single: false, stripNulls: false, explain: null };

type Range = { type: string; parameters: ReadonlySet<string>; quality: number };

/**
 * Chooses the media type of the response from the `Accept` header, by quality, then order; a plan only where it is
 * allowed. Throws PGRST107 when none is supported.
 */
export function parseAccept(header: string | undefined, allowsExplain = false): Media {
  if (header === undefined || header.trim() === '') return PLAIN;
  const ranges = header.split(',').map(parseRange);
  ranges.sort((a, b) => b.quality - a.quality);
  for (const range of ranges) {
    const media = mediaOf(range) ?? (allowsExplain ? planOf(range) : null);
    if (media) return media;
  }
  throw new RestError('MediaTypeError', header);
}

function mediaOf({ type, parameters }: Range): Media | null {
  const stripNulls = type.includes('vnd.pgrst') && parameters.has('nulls=stripped');
  if (JSON_TYPES.has(type)) return { ...PLAIN, stripNulls };
  if (OBJECT_TYPES.has(type)) return { ...PLAIN, single: true, stripNulls };
  return type === 'text/csv' ? { ...PLAIN, format: 'csv' } : null;
}

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose`. */
function planOf({ type, parameters }: Range): Media | null {
  if (type !== PLAN && type !== `${PLAN}+json` && type !== `${PLAN}+text`) return null;
  const read = (name: string) =>
    [...parameters].find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const explained = read('for').replaceAll('"', '');
  const media = explained === '' ? PLAIN : mediaOf(parseRange(explained));
  const words = new Set(read('options').split('|'));
  const options = EXPLAIN_OPTIONS.filter((option) => words.has(option));
  return media && { ...media, explain: { format: type === `${PLAN}+json` ? 'json' : 'text', options } };
}

function parseRange(range: string): Range {
  const [type = '', ...rest] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const quality = Number(rest.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  return { type, parameters: new Set(rest), quality: Number.isFinite(quality) ? quality : 0 };
}
