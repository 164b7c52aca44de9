import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canBeNobody, NOBODY, whyNot } from '../support/other-user.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type Clone, INSTALL, makeClone } from './clone.ts';

const MACHINE = `${process.platform}-${process.arch}`;
/** Notes the arguments of npm. */
const NOTE = 'echo "$@" >> arguments.txt';

/** What npm was asked for, without the options that it always gets. */
async function readNotes({ folder }: Clone): Promise<string[]> {
  const noted = await readFile(join(folder, 'arguments.txt'), 'utf8');
  return noted
    .trim()
    .split('\n')
    .map((line) => line.replace(' --no-audit --no-fund --loglevel=error', ''));
}

test.each([
  ['start', '--omit=dev'],
  ['check', '--include=dev'],
])('npm run %s installs with %s, also with NODE_ENV=production', async (verb, which) => {
  const clone = await makeClone(NOTE);
  const run = clone.run(verb, { NODE_ENV: 'production' });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain(`npm installed no Node for ${MACHINE}`);
  expect((await readNotes(clone))[0]).toBe(`ci ${which}`);
});

test('the first check adds the packages for development to those of the site, and replaces none', async () => {
  const clone = await makeClone(`${INSTALL}\n${NOTE}`);
  await clone.run('admin').ended;
  for (const verb of ['imports', 'imports']) await clone.run(verb).ended;
  expect(await readNotes(clone)).toEqual(['ci --omit=dev', 'install --include=dev --no-save']);
});

test('a machine for which the lock file has no Node gets it after each installation', async () => {
  const clone = await makeClone(`${INSTALL}\n${NOTE}\ncase "$*" in *node-*) ;; *) rm node_modules/.bin/node ;; esac`);
  await clone.run('admin').ended;
  await clone.run('imports').ended;
  const { node: version } = process.versions;
  const node = `--no-save node-${MACHINE}@${version.split('.')[0]} - ${version}`;
  expect(await readNotes(clone)).toEqual([
    'ci --omit=dev',
    `install --omit=dev ${node}`,
    'install --include=dev --no-save',
    `install --include=dev ${node}`,
  ]);
});

test.each(['#', '%', '"', '`', '*'])('a folder with %s in its path is refused in one sentence', async (sign) => {
  const clone = await makeClone(INSTALL);
  const place = join(clone.folder, `a${sign}b`);
  await mkdir(place);
  for (const name of ['scripts', 'package.json']) await rename(join(clone.folder, name), join(place, name));
  const run = clone.spawn(process.execPath, [join(place, 'scripts/run.mjs'), 'start']);
  expect(await run.ended).toBe(1);
  expect(run.output()).toBe(
    `\nThe site cannot run in ${place}: the path contains ${sign}. Move the folder to a path without " # $ % * ? \\ and \`.\n`,
  );
});

test.runIf(canBeNobody)(`a clone that this user may not write is named, with what to do${whyNot}`, async () => {
  const clone = await makeClone(NOTE);
  await chmod(clone.folder, 0o755);
  const user = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'];
  const run = clone.spawn('setpriv', [...user, process.execPath, 'scripts/run.mjs', 'start']);
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(
    /^\nThis version is not installed and built yet, or .* may not write in \S+ \(EACCES\)\. Run `npm run build`/,
  );
});

/** Installs once the file `go` exists, and fails while another installation is under way, as `npm ci` does. */
const SLOW_INSTALL = `mkdir busy || exit 7
echo once >> installed.txt
while [ ! -e go ]; do sleep 0.05; done
${INSTALL}
rmdir busy`;

test('of two first starts one installs and the other waits, and both go on', async () => {
  const clone = await makeClone(SLOW_INSTALL);
  const first = clone.run('start');
  await waitFor(() => existsSync(join(clone.folder, 'busy')));
  const second = clone.run('start');
  await waitFor(() => second.output().includes(`Waiting: another command (process ${first.child.pid})`));
  await writeFile(join(clone.folder, 'go'), '');
  await Promise.all([first.ended, second.ended]);
  expect(await readFile(join(clone.folder, 'installed.txt'), 'utf8')).toBe('once\n');
  // There is no source to start in this clone; that Node looks for it shows that the set-up is complete.
  for (const { output } of [first, second]) expect(output()).toMatch(/Cannot find module .*src\/server\/main\.ts/);
  expect(existsSync(join(clone.folder, '.set-up.lock'))).toBe(false);
});

test('an installation that was killed does not hold up the next one', async () => {
  const clone = await makeClone(SLOW_INSTALL.replace('mkdir busy', 'mkdir -p busy'));
  const first = clone.run('start');
  await waitFor(() => existsSync(join(clone.folder, 'busy')));
  first.child.kill('SIGKILL');
  await writeFile(join(clone.folder, 'go'), '');
  await first.ended;
  const second = clone.run('start');
  await second.ended;
  expect(second.output()).not.toContain('Waiting');
  expect(second.output()).toMatch(/Cannot find module .*src\/server\/main\.ts/);
});

test('a changed lock file installs nothing while a program of the installed packages runs', async () => {
  const clone = await makeClone(`${INSTALL}\necho once >> installed.txt`);
  await clone.run('admin').ended;
  const site = clone.spawn(join(clone.folder, 'node_modules/.bin/node'), ['-e', 'setInterval(() => {}, 1000)']);
  await writeFile(join(clone.folder, 'package-lock.json'), '{}');
  for (const verb of ['admin', 'mail', 'test', 'start']) {
    const refused = clone.run(verb);
    expect(await refused.ended, verb).toBe(1);
    expect(refused.output()).toContain('package-lock.json has changed, and the packages that are installed are in use');
    expect(refused.output()).toContain(`process ${site.child.pid}`);
  }
  expect(await readFile(join(clone.folder, 'installed.txt'), 'utf8')).toBe('once\n');
  site.child.kill('SIGKILL');
  await site.ended;
  await clone.run('admin').ended;
  expect(await readFile(join(clone.folder, 'installed.txt'), 'utf8')).toBe('once\nonce\n');
});

/** A build that ends when it is let, with the code that stands in the file, which is empty before it is written. */
const BUILD = `const { existsSync, readFileSync } = require('node:fs');
setInterval(() => {
  const code = existsSync('built-with') ? readFileSync('built-with', 'utf8') : '';
  if (code !== '') process.exit(Number(code));
}, 20);`;
/** In place of the site: keeps a record of what it is told. */
const SITE = `import { appendFileSync } from 'node:fs';
const note = (line) => appendFileSync('record.txt', line + ' ');
process.on('message', (message) => (note(message), process.exit(0)));
process.on('SIGTERM', () => (note('SIGTERM'), process.exit(0)));
note('started');`;

test.each([
  ['is told of the build that it was started beside', '0', 0, 'started built '],
  ['ends when its build fails', '3', 1, 'started SIGTERM '],
])('a site %s', async (_what, code, ended, record) => {
  const clone = await makeClone(`${INSTALL}\ncp build.cjs node_modules/@react-router/dev/bin.cjs`);
  await mkdir(join(clone.folder, 'src/server'), { recursive: true });
  await writeFile(join(clone.folder, 'build.cjs'), BUILD);
  await writeFile(join(clone.folder, 'src/server/main.ts'), SITE);
  const run = clone.run('start');
  await waitFor(() => existsSync(join(clone.folder, 'record.txt')));
  await writeFile(join(clone.folder, 'built-with'), code);
  expect(await run.ended, run.output()).toBe(ended);
  expect(await readFile(join(clone.folder, 'record.txt'), 'utf8')).toBe(record);
});
