import { delimiter, join, sep } from 'node:path';
import { spawn } from 'node:child_process';

export const ROOT = join(import.meta.dirname, '../..');

/** The Node of the lock file, once installed. */
export const NODE = join(ROOT, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Compiled code of earlier runs, which halves the time of a start. */
export const NODE_CACHE = join(ROOT, 'node_modules/.cache/node');

export function requireSystemNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node 20.19 or later is needed to run npm here; this is ${process.versions.node}.`);
}

/** Vite, the shell of initdb and Node's resolver read these signs in a path as something else. */
export function requirePlainPath() {
  const [sign] = /["#$%*?\\`]/.exec(ROOT.replaceAll(sep, '/')) ?? [];
  if (!sign) return;
  throw new Error(
    `The site cannot run in ${ROOT}: the path contains ${sign}. Move the folder to a path without " # $ % * ? \\ and \`.`,
  );
}

/** The environment with the programs of node_modules first. */
export function withLocalPrograms(environment) {
  return { ...environment, PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${environment.PATH ?? ''}` };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end. Prints its output when it fails, or line by line with `isShown`. Signals stop it: an
 * installation must not go on when the command that began it has ended.
 */
export function runToEnd(program, args, { isShown = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    const stop = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, stop);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (isShown ? process.stderr.write(chunk) : output.push(chunk)));
    }
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `${program} ${args.join(' ')} ended with ${code}.\n${Buffer.concat(output).toString().slice(-4000)}`,
          ),
        );
    });
  });
}
