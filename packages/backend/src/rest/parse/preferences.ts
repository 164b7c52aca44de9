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
    const chosen = tokens.find((token) => options.some((option) => token === `${name}=${option}`));
    options.forEach((option) => rest.delete(`${name}=${option}`));
    if (chosen === undefined) return null;
    applied.push(chosen);
    return options.find((option) => chosen === `${name}=${option}`) ?? null;
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
