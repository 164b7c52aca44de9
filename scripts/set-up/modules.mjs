import { existsSync } from 'node:fs';
import { NODE, runToEnd } from './programs.mjs';
import { hashOf, isStamped, writeStamp } from './stamps.mjs';

const STAMP = 'node_modules/.installed';

/** Installs the packages of the lock file unless they are installed. */
export async function prepareModules() {
  const stamp = hashOf(['package.json', 'package-lock.json']);
  if (isStamped(STAMP, stamp) && existsSync(NODE)) return;
  console.error('Installing the packages of package-lock.json (a minute or so) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await runToEnd(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { isShown: true });
  if (!existsSync(NODE)) {
    throw new Error('The package "node" did not install its program. Run `npm ci` and read its output.');
  }
  writeStamp(STAMP, stamp);
}
