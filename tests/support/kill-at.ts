// Loaded before `npm run restore` (`--import`). The steps that change the site begin when the mark of the restore is
// there. Kills the restore before step number KILL_AT, with SIGKILL unless KILL_WITH names another signal; with COPY_TO
// copies the data folder before each step instead, which is what a kill there would leave, and notes how many listeners
// would keep a signal from ending the process like a kill.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { appendFileSync, readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import pg from 'pg';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARTS = ['secrets.json', 'storage', 'postgres'];
const { KILL_AT, KILL_WITH = 'SIGKILL', COPY_TO, DATA_DIR = '' } = process.env;
let steps = 0;

function count(): void {
  try {
    if (!readdirSync(join(DATA_DIR, 'postgres.unfinished')).some((name) => name.startsWith('restoring'))) return;
  } catch {
    return;
  }
  steps += 1;
  if (COPY_TO) execFileSync('cp', ['-a', DATA_DIR, `${COPY_TO}-${steps}`]);
  const listeners = SIGNALS.flatMap((signal) => process.listeners(signal));
  if (COPY_TO) appendFileSync(`${COPY_TO}-listeners`, `${listeners.length}\n`);
  if (steps === Number(KILL_AT)) process.kill(process.pid, KILL_WITH);
}

const { rename, rm } = fs;
fs.rename = async (from, to) => {
  if (PARTS.includes(basename(String(to)))) count();
  return rename(from, to);
};
fs.rm = async (path, options) => {
  if (basename(String(path)) === 'postgres.unfinished') count();
  return rm(path, options);
};
syncBuiltinESMExports();

const client = pg.Client.prototype as { query: (...words: unknown[]) => unknown };
client.query = new Proxy(client.query, {
  apply: (query, self, words: unknown[]) => {
    if (words[0] === 'commit') count();
    return Reflect.apply(query, self, words);
  },
});
