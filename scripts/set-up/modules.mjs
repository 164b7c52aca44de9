import { existsSync } from 'node:fs';
import { oneAtATime } from './one-at-a-time.mjs';
import { NODE, runToEnd } from './programs.mjs';
import { findRunningPrograms } from './running-programs.mjs';
import { hashOf, isStamped, writeStamp } from './stamps.mjs';

const STAMP = 'node_modules/.installed';

/**
 * Installs the packages of the lock file unless they are installed. Throws when a program of the installed packages
 * runs: `npm ci` would remove them under the live site.
 */
export async function prepareModules() {
  if (isInstalled()) return;
  await oneAtATime(async () => {
    if (isInstalled()) return;
    requireUnused();
    console.error('Installing the packages of package-lock.json (a minute or so) …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    await runToEnd(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { isShown: true });
    if (!existsSync(NODE)) {
      throw new Error('The package "node" did not install its program. Run `npm ci` and read its output.');
    }
    writeStamp(STAMP, wantedStamp());
  });
}

const wantedStamp = () => hashOf(['package.json', 'package-lock.json']);
const isInstalled = () => isStamped(STAMP, wantedStamp()) && existsSync(NODE);

function requireUnused() {
  const [running, ...others] = findRunningPrograms();
  if (!running) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new Error(
    'package.json or package-lock.json has changed, and the packages that are installed are in use:\n' +
      `  process ${running.pid}${more}: ${running.command}\n` +
      'Stop the site first (npm start installs what is needed), then run this again. Nothing was changed.',
  );
}
