import type { DatabasePool } from '#backend/database/connect.ts';
import { readAppliedMigrations } from '#backend/database/read-state.ts';
import type { Measured } from './measured.ts';
import { within } from './within.ts';

const ANSWER_WITHIN_MS = 2000;

/**
 * Compares the migrations of the database with `known`, the versions of this product (`listMigrationVersions`). Never
 * throws.
 */
export async function checkMigrations(database: DatabasePool, known: readonly string[]): Promise<Measured> {
  const about = { id: 'migrations', name: 'Migrations' };
  try {
    const applied = await within(ANSWER_WITHIN_MS, readAppliedMigrations(database), 'no answer');
    return { ...about, ...judge(applied, known) };
  } catch {
    const says = 'The migrations of the database could not be read.';
    return { ...about, state: 'bad', says, remedy: 'See the check of the database.', figures: {} };
  }
}

function judge(applied: readonly string[], known: readonly string[]): Omit<Measured, 'id' | 'name'> {
  const pending = known.filter((version) => !applied.includes(version));
  const unknown = applied.filter((version) => !known.includes(version));
  const figures = { applied: applied.length, pending: pending.length, unknown: unknown.length };
  if (unknown.length > 0) {
    const says = `The database was migrated by a newer version of the site (${unknown.join(', ')}).`;
    return { state: 'bad', says, remedy: 'Start the newer version here too.', figures };
  }
  if (pending.length > 0) {
    const says = `Migrations are missing in the database: ${pending.join(', ')}.`;
    return { state: 'bad', says, remedy: 'Restart the site: each start migrates the database.', figures };
  }
  return { state: 'good', says: `All ${known.length} migrations are applied.`, remedy: null, figures };
}
