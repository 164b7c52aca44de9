import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Verdict, bad, good, skipped } from '../finding.ts';

/** What holds keys, passwords or mail, in the data folder: also copies that a rotation or a restore leaves. */
const PRIVATE = /^(?:secrets.*\.json|settings.*|running\.json|postgres|outbox|backups|backup-work-.*|replaced-.*)$/;
const OTHERS = 0o077;

/** Checks that only the account of the site can read what is secret in the data folder. Never throws. */
export async function checkSecrets(dataFolder: string): Promise<Verdict> {
  if (process.platform === 'win32') return skipped('Not checked on Windows.');
  const names = await readdir(dataFolder).catch((): string[] => []);
  if (!names.includes('secrets.json')) {
    return bad(`There is no secrets.json in ${dataFolder}.`, 'Is DATA_DIR right? Else restore the file from a backup.');
  }
  const found = await Promise.all(
    names.filter((name) => PRIVATE.test(name)).map((name) => readMode(join(dataFolder, name))),
  );
  const open = found.filter((entry) => entry !== null).filter(({ mode }) => (mode & OTHERS) !== 0);
  if (open.length === 0) return good('Keys and passwords can be read by the account of the site only.');
  const listed = open.map(({ path, mode }) => `${path} (mode ${mode.toString(8)})`);
  return bad(
    `Other accounts of this machine can open ${listed.join(' and ')}.`,
    `chmod -R go= ${open.map(({ path }) => path).join(' ')}`,
  );
}

async function readMode(path: string): Promise<{ path: string; mode: number } | null> {
  const entry = await stat(path).catch(() => null);
  return entry && { path, mode: entry.mode & 0o777 };
}
