import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { queryAt, startExternalServer } from '../support/external-database.ts';
import { type S3TestStore, startS3Store } from '../support/s3-store.ts';

/**
 * Two machines, the first with two workers: they share the database, the store and the content of secrets.json, and no
 * folder. Their login has the rights that docs/scale.md names, and no more.
 */
export type TwoMachines = {
  machines: [AppProcess, AppProcess];
  folders: [string, string];
  keys: { anonKey: string; serviceRoleKey: string };
  env: Record<string, string>;
  s3: S3TestStore;
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  /** Starts the second machine again. */
  startSecond: () => Promise<AppProcess>;
  stop: () => Promise<void>;
};

export async function startTwoMachines(changes: Record<string, string>): Promise<TwoMachines> {
  const [server, s3] = await Promise.all([startExternalServer(), startS3Store()]);
  const folders: TwoMachines['folders'] = [await makeFolder(), await makeFolder()];
  const url = await server.createDatabase();
  const env = { DATABASE_URL: url, STORAGE_URL: s3.storageUrl, SITE_URL: 'https://site.example', ...changes };
  const start = async (folder: string, workers: string): Promise<AppProcess> =>
    startApp({ ...env, DATA_DIR: folder, WEB_WORKERS: workers, PORT: String(await freePort()) });
  const first = await start(folders[0], '2');
  await copyFile(join(folders[0], 'secrets.json'), join(folders[1], 'secrets.json'));
  const machines: TwoMachines['machines'] = [first, await start(folders[1], '1')];
  const { keys } = JSON.parse(await readFile(join(folders[0], 'secrets.json'), 'utf8'));
  return {
    machines,
    folders,
    keys,
    env,
    s3,
    query: (sql) => queryAt(url, sql),
    startSecond: () => start(folders[1], '1'),
    stop: async () => {
      for (const machine of machines) await machine.stop();
      await Promise.all([server.stop(), s3.stop()]);
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'machine-'));
}
