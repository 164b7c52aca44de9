import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/app-process.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-file-'));
  file = join(folder, 'site.env');
  return () => rm(folder, { recursive: true, force: true });
});

type Ended = { code: number; stdout: string; stderr: string };

/** Runs a verb of run.mjs as an operator does, without other settings than these. */
function runVerb(words: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { PATH, HOME, ...env } };
    execFile(process.execPath, ['scripts/run.mjs', ...words], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

test('start and commands read one file of settings, what is set in the environment wins, and keys created before the first start are those of the site', async () => {
  // Below a folder of mode 700, where PostgreSQL runs as another user under root.
  const [port, data] = [String(await freePort()), join(folder, 'deep/data')];
  await writeFile(file, `# The settings of the service.\nDATA_DIR="${data}"\nPORT=${port}\nSAMPLE_CONTENT=false\n`);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, SITE_ENV_FILE: file };
  const keys = async () => JSON.parse((await runVerb(['admin', 'keys', '--json'], { SITE_ENV_FILE: file })).stdout);
  const before = await keys();
  expect(before).toMatchObject({ url: `http://127.0.0.1:${port}` });
  const site = spawn(process.execPath, ['scripts/run.mjs', 'start'], { cwd: ROOT, env });
  onTestFinished(() => void site.kill('SIGKILL'));
  let said = '';
  site.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => site.once('exit', resolve));
  await expect.poll(() => said, LONG).toContain(`ready http://127.0.0.1:${port}`);

  expect(await keys()).toEqual(before);
  const other = await runVerb(['mail', 'list'], { SITE_ENV_FILE: file, DATA_DIR: join(folder, 'other') });
  expect(other.stderr).toContain(`There is no database of the site in ${join(folder, 'other')} yet.`);
  site.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a file with a byte order mark and lines of Windows is read from its first line on', async () => {
  await writeFile(file, `\uFEFFDATA_DIR=${join(folder, 'none')}\r\nSAMPLE_CONTENT=false\r\n`);
  const { stderr } = await runVerb(['mail', 'list'], { SITE_ENV_FILE: file });
  expect(stderr).toContain(`There is no database of the site in ${join(folder, 'none')} yet.`);
});

test('a file that is named and cannot be read ends the command with its name', async () => {
  const { code, stderr } = await runVerb(['mail', 'list'], { SITE_ENV_FILE: join(folder, 'none.env') });
  expect(code).toBe(1);
  expect(stderr).toContain(
    `The settings in ${join(folder, 'none.env')} cannot be read (ENOENT). Correct SITE_ENV_FILE.`,
  );
});

test('paths of arguments begin in the folder where npm was called', async () => {
  await writeFile(join(folder, 'here.tar.gz'), 'no backup');
  const env = { DATA_DIR: join(folder, 'data'), INIT_CWD: folder };
  for (const words of [
    ['restore', 'here.tar.gz'],
    ['backup', 'verify', './here.tar.gz'],
  ]) {
    const { code, stderr } = await runVerb(words, env);
    expect([code, stderr]).toEqual([1, expect.not.stringContaining('There is no file')]);
  }
  expect((await runVerb(['import', 'none.xml'], env)).stderr).toContain(`${join(folder, 'none.xml')} does not exist`);
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  const NOBODY = 65_534;

  test('a backup that the owner of DATA_DIR may not read is not called missing', async () => {
    const [data, backup] = [join(folder, 'data'), join(folder, 'private', 'site.tar.gz')];
    await chmod(folder, 0o755);
    await mkdir(data);
    await chown(data, NOBODY, NOBODY);
    await mkdir(join(folder, 'private'), { mode: 0o700 });
    await writeFile(backup, '');
    const { code, stderr } = await runVerb(['restore', backup], { DATA_DIR: data });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`User ${NOBODY}, as whom this command runs, may not read`),
    ]);
  });

  test('a command becomes the owner of DATA_DIR, so that the service can write what it writes', async () => {
    const data = join(folder, 'data');
    await writeFile(file, `DATA_DIR=${data}\nSAMPLE_CONTENT=false\n`, { mode: 0o600 });
    await chmod(folder, 0o755);
    await mkdir(data, { mode: 0o700 });
    await chown(data, NOBODY, NOBODY);
    const { stderr, code } = await runVerb(['admin', 'create', 'asha@firm.example'], { SITE_ENV_FILE: file });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const entries = await readdir(data, { recursive: true });
    expect(entries.length).toBeGreaterThan(100);
    const owners = await Promise.all(entries.map(async (name) => (await stat(join(data, name))).uid));
    expect([...new Set(owners)]).toEqual([NOBODY]);
  });
});
