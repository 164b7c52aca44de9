import type { MisspeltVariable } from '#operations/diagnosis/subject.ts';

/** The variables of a provider of sign-in (auth-providers.ts), and that of wallets. */
const PROVIDER =
  /^AUTH_(?:(?:GOOGLE|MICROSOFT|OIDC_[A-Z][A-Z0-9_]*)_(?:CLIENT_ID|CLIENT_SECRET|ISSUER|TENANT|TRUST_EMAIL)|WEB3)$/;
/** Shorter names are too close to variables of other programs. */
const MIN_NAME_LENGTH = 7;
const MAX_CHANGES = 2;
const MAX_CHANGES_OF_LONG_NAMES = 3;
const LONG = 10;

/**
 * Finds the variables of the environment that look like misspelt ones of the product: they are a few letters away from a
 * `known` name that is not set itself, or begin with `AUTH_`.
 */
export function findMisspelt(environment: NodeJS.ProcessEnv, known: readonly string[]): MisspeltVariable[] {
  const unset = known.filter((name) => environment[name] === undefined && name.length >= MIN_NAME_LENGTH);
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || PROVIDER.test(name)) return [];
    const meant = unset.find((other) => {
      const limit = other.length < LONG ? MAX_CHANGES : MAX_CHANGES_OF_LONG_NAMES;
      return Math.abs(name.length - other.length) <= limit && countChanges(name, other) <= limit;
    });
    return meant !== undefined || name.startsWith('AUTH_') ? [{ name, meant: meant ?? null }] : [];
  });
}

/** The Levenshtein distance: how many letters to insert, remove or replace. */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = row[j]! + (letter === to[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
