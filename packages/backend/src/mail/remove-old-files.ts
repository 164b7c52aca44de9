import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Deletes the files of messages that wait no longer: delivered while the file could not be removed, by another machine, or
 * deleted. Returns how many. A folder that does not exist is empty.
 */
export async function removeOldFiles(database: DatabasePool, outboxFolder: string): Promise<number> {
  const names = await readdir(outboxFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.flatMap((name) => {
    const id = idOf(name);
    return id === null ? [] : [{ name, id }];
  });
  if (files.length === 0) return 0;
  const { rows } = await asBackend(database, (query) =>
    query('select id from mail.outbox where delivered_at is null and id = any($1)', [files.map(({ id }) => id)]),
  );
  const waiting = new Set(rows.map(({ id }) => id));
  const old = files.filter(({ id }) => !waiting.has(id));
  await Promise.all(old.map(({ name }) => rm(join(outboxFolder, name), { force: true })));
  return old.length;
}

/** The id before `.eml` (file-transport.ts), also of an unfinished file `….eml.1.part`; null for a foreign file. */
function idOf(name: string): string | null {
  const end = name.indexOf('.eml');
  const id = name.slice(Math.max(0, end - 36), Math.max(0, end));
  return UUID.test(id) ? id : null;
}
