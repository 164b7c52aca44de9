import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asService } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { versionOfMark } from './paths.ts';

/** A younger folder may be of an upload that is about to get its row. */
const LEAST_AGE_MS = 60 * 60_000;

/**
 * Removes renders of pictures that no longer exist: with an S3 store each machine keeps renders of its own, and does not
 * see what others remove. Renders are only a cache, so nothing is lost with a wrong database. `now` in milliseconds.
 */
export async function removeOrphanRenders(folder: string, database: DatabasePool, now: number): Promise<void> {
  const rendered = join(folder, 'rendered');
  for (const part of await readdir(rendered).catch(() => [])) {
    const names = await readdir(join(rendered, part)).catch(() => []);
    const versions = names.filter((name) => versionOfMark(name) === name);
    const kept = await findKept(database, versions);
    for (const version of versions) {
      const path = join(rendered, part, version);
      const found = kept.has(version) ? null : await stat(path).catch(() => null);
      if (found && now - found.mtimeMs > LEAST_AGE_MS) await rm(path, { recursive: true, force: true });
    }
  }
}

async function findKept(database: DatabasePool, versions: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await asService(database, { readOnly: true }, (query) =>
    query('select version from storage.objects where version = any($1)', [versions]),
  );
  return new Set(rows.map(({ version }) => version as string));
}
