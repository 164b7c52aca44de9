import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedServer, startEmbeddedServer } from '#backend/database/embedded.ts';
import { copyTemplate } from './data-folder-template.ts';

const PASSWORD = 'for-tests';
const PLATFORM = join(import.meta.dirname, '../../src/database/platform');

export type PlatformDatabase = { folder: string; urlFor: EmbeddedServer['urlFor']; stop: () => Promise<void> };

/**
 * A PostgreSQL of its own in which these files of `src/database/platform` were run, and then `sql`. Tests that
 * ask for the same `name` get copies of the same database. All its logins have the password `for-tests`.
 */
export async function startPlatformDatabase(
  name: string,
  files: readonly string[],
  sql = '',
): Promise<PlatformDatabase> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await copyTemplate(`database-${name}`, folder, (template) => createDatabase(template, files, sql));
  const server = await startServer(folder);
  return {
    folder,
    urlFor: server.urlFor,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(folder: string, files: readonly string[], sql: string): Promise<void> {
  const server = await startServer(folder);
  const client = new pg.Client({ connectionString: server.urlFor('postgres', PASSWORD) });
  await client.connect();
  for (const file of files) {
    await client.query(await readFile(join(PLATFORM, file), 'utf8'));
  }
  await client.query(sql);
  await client.end();
  await server.stop();
}

function startServer(dataFolder: string): Promise<EmbeddedServer> {
  return startEmbeddedServer({ dataFolder, password: PASSWORD, onProgress: () => {}, onError: () => {} });
}
