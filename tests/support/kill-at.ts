// Loaded before `npm run restore` (`--import`): kills it before the step number KILL_AT of those that change the site, which
// begin when the mark of the restore is there.
import fs from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import pg from 'pg';

const PARTS = ['secrets.json', 'storage', 'postgres'];
const { KILL_AT = '', DATA_DIR = '' } = process.env;
let steps = 0;

function count(): void {
  try {
    if (!readdirSync(join(DATA_DIR, 'postgres.unfinished')).some((name) => name.startsWith('restoring'))) return;
  } catch {
    return;
  }
  steps += 1;
  if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
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
