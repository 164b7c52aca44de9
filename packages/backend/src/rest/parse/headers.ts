import { RestError } from '../errors.ts';

export type Preferences = {
  return: 'minimal' | 'representation' | null;
  /** PostgREST estimates the last two; here every count is exact. */
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  maxAffected: number | null;
  /** Whether the change is to be rolled back after it was answered. */
  isRolledBack: boolean;
  /** The tokens that were applied, for the header `Preference-Applied`. */
  applied: readonly string[];
};

const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
} as const;
/** Known, and ignored where a rollback is not allowed. */
const TRANSACTION: ReadonlySet<string> = new Set(['tx=commit', 'tx=rollback']);

/**
 * Parses the `Prefer` header; the first token of each kind counts. Throws PGRST122 for unknown tokens under
 * `handling=strict`.
 */
export function parsePreferences(header: string | undefined, allowsRollback = false): Preferences {
  const tokens = (header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const rest = new Set(tokens);
  const applied: string[] = [];
  const choose = <K extends keyof typeof CHOICES>(name: K): (typeof CHOICES)[K][number] | null => {
    const options: readonly (typeof CHOICES)[K][number][] = CHOICES[name];
    const [chosen] = tokens.flatMap((token) => options.filter((option) => token === `${name}=${option}`));
    options.forEach((option) => rest.delete(`${name}=${option}`));
    if (chosen !== undefined) applied.push(`${name}=${chosen}`);
    return chosen ?? null;
  };
  const resolution = choose('resolution');
  const missing = choose('missing');
  const returned = choose('return');
  const count = choose('count');
  const handling = choose('handling');
  const transaction = allowsRollback ? tokens.find((token) => TRANSACTION.has(token)) : undefined;
  if (transaction !== undefined) applied.push(transaction);
  const affected = tokens.find((token) => /^max-affected=\d{1,9}$/u.test(token));
  if (affected !== undefined && handling === 'strict') applied.push(affected);
  const invalid = [...rest].filter((token) => token !== affected && !TRANSACTION.has(token));
  if (handling === 'strict' && invalid.length > 0) throw new RestError('InvalidPreferences', invalid);
  const maxAffected =
    affected === undefined || handling !== 'strict' ? null : Number(affected.slice('max-affected='.length));
  const isRolledBack = transaction === 'tx=rollback';
  return { return: returned, count, resolution, missing, handling, maxAffected, isRolledBack, applied };
}

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
type ExplainOption = (typeof EXPLAIN_OPTIONS)[number];

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
