import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './test-app.ts';

/** That of the owner's login on a hosted project; `migrate.ts` sets the same. */
const SEARCH_PATH = 'set search_path = "$user", public, extensions';

/**
 * Applies the migrations of a Supabase project to the database of `app`, each in a transaction, as `supabase db push`
 * does with the owner's login of a hosted project.
 */
export async function applyMigrations(app: Pick<TestApp, 'query'>, projectFolder: string): Promise<void> {
  const folder = join(projectFolder, 'supabase/migrations');
  for (const file of (await readdir(folder)).toSorted()) {
    const sql = await readFile(join(folder, file), 'utf8');
    try {
      // Several statements in one message are one transaction.
      await app.query(`${SEARCH_PATH};\n${sql}`);
    } catch (error) {
      throw new Error(`${file} fails: ${(error as Error).message}`, { cause: error });
    }
  }
}
