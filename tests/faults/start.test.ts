import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { NOBODY, canBeNobody, whyNot } from '../support/other-user.ts';
import { runCommand } from '../support/run-admin.ts';
import { fillDataFolder, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { requireFreePort } from '#server/start/listen-port.ts';
import { spawnStart } from '../server/spawn-start.ts';
import { tryStart } from '../server/try-start.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const folders = folderForTests();
beforeAll(() => chmod(folders, 0o755));

const makeFolder = () => mkdtemp(join(folders, 'one-'));

/** A data folder after its first start. */
async function makeDataFolder(): Promise<string> {
  const folder = join(await makeFolder(), 'data');
  await mkdir(folder, { mode: 0o700 });
  await fillDataFolder(folder);
  return folder;
}

async function startOn(folder: string, env: Record<string, string> = {}): Promise<AppProcess> {
  return startApp({ DATA_DIR: folder, PORT: String(await freePort()), SAMPLE_CONTENT: 'false', ...env });
}

test('a second start on one data folder ends with an error and does not affect the first; on its port too, it waits for it to stop, or for the end of its stop, and says so', async () => {
  const app = await startTestApp({ smtp: false });
  onTestFinished(app.stop);
  await expect(startOn(app.dataFolder)).rejects.toThrow(/Another start is already using/);
  expect((await fetch(`${app.url}/auth/v1/health`)).status).toBe(200);

  // As after its npm was killed.
  const { port } = new URL(app.url);
  const second = spawnStart({ DATA_DIR: app.dataFolder, PORT: port });
  await waitFor(() => second.output().includes('Waiting for another process to end'));
  expect(await app.process().stop()).toBe(0);
  await expect.poll(second.output, LONG).toMatch(/^ready /m);

  // Longer than a start takes on a busy machine, shorter than a query may take.
  await app.query(`create view public.slow as select 1 as id, pg_sleep(6)::text as waited;
    grant select on public.slow to service_role`);
  const slow = () => app.service.from('slow' as 'categories').select('id, waited');
  await waitFor(async () => (await slow().limit(0)).status === 200);
  const running = Promise.resolve(slow());
  await waitFor(async () => (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0);
  second.child.kill('SIGTERM');
  await waitFor(() => second.output().includes('Stopping …'));
  const next = await startApp({ DATA_DIR: app.dataFolder, PORT: port, SAMPLE_CONTENT: 'false' });
  expect(next.said()).toMatch(/^Waiting for another process to end that uses /);
  expect((await running).status).toBe(200);
  expect((await second.ended).code).toBe(0);
  expect(await next.stop()).toBe(0);
});

describe('a start that cannot begin ends with one sentence and no stack', () => {
  const startOnFolder = async (folder: string, uid?: number) => {
    const { code, output } = await tryStart({ DATA_DIR: folder, SAMPLE_CONTENT: 'false' }, uid);
    expect(output).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
    return output;
  };

  test('a damaged lock is named, with what to do, and then a stale one of PostgreSQL does not matter', async () => {
    const folder = await makeDataFolder();
    await writeFile(join(folder, 'lock'), 'not a lock '.repeat(100));
    expect(await startOnFolder(folder)).toBe(
      `\n${join(folder, 'lock')} is damaged. It holds no data: delete it when no other start uses the folder, then start again.\n`,
    );
    const command = runCommand({ dataFolder: folder, url: 'http://site.example' }, 'admin', [
      'create',
      'a@firm.example',
    ]);
    await expect(command).rejects.toThrow(/lock is damaged\. It holds no data/);
    await rm(join(folder, 'lock'));
    // The process id belongs to another process now.
    await writeFile(
      join(folder, 'postgres/postmaster.pid'),
      `${process.pid}\n${folder}/postgres\n0\n5432\n\n127.0.0.1\n`,
    );
    expect(await (await startOn(folder)).stop()).toBe(0);
  });

  test('a DATA_DIR below a file is named', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), '');
    expect(await startOnFolder(join(folder, 'file/data'))).toMatch(
      /^\n\S+\/file\/data cannot be used \(ENOTDIR\)\. A part of this path is a file/,
    );
  });

  // Root may write everywhere, so the start runs as another user.
  test.runIf(canBeNobody)(`a DATA_DIR that this user may not write is named${whyNot}`, async () => {
    const folder = await makeFolder();
    await chmod(folder, 0o755);
    expect(await startOnFolder(folder, NOBODY)).toMatch(
      /^\n\S+\/lock cannot be opened \(.*\)\. This start runs as user 65534 and needs the right to write/,
    );
    expect(await startOnFolder(join(folder, 'new'), NOBODY)).toMatch(
      /^\n\S+\/new cannot be used \(EACCES\)\. This process runs as user 65534/,
    );
  });

  test.each([
    ['192.0.2.77', 'HOST is 192.0.2.77, which is not an address of this machine.'],
    ['http://localhost', 'HOST is http://localhost, a name that cannot be resolved.'],
  ])('HOST=%s is named', async (host, sentence) => {
    // What a start does first.
    await expect(requireFreePort(host, 0)).rejects.toThrow(sentence);
  });
});

describe.runIf(process.getuid?.() === 0)('a data folder that another user has copied', () => {
  async function copyOfData(): Promise<string> {
    const [original, copy] = [await makeDataFolder(), join(await makeFolder(), 'data')];
    // Without -a the copies belong to root, and folders get the mode of the umask.
    spawnSync('cp', ['-r', original, copy]);
    await chmod(join(copy, 'postgres'), 0o755);
    return copy;
  }

  test('starts under root, which gives the files of the database to the user of PostgreSQL', async () => {
    const copy = await copyOfData();
    const app = await startOn(copy);
    expect(app.said()).toMatch(/^Gave the files of .*\/postgres to the user \w+, as which PostgreSQL runs/);
    expect(await app.stop()).toBe(0);
    const { mode, uid } = await stat(join(copy, 'postgres'));
    expect([(mode & 0o777).toString(8), uid]).toEqual(['700', (await stat(join(copy, 'postgres/PG_VERSION'))).uid]);
  });

  test.runIf(canBeNobody)(`is refused for an ordinary user with the command that mends it${whyNot}`, async () => {
    const copy = await copyOfData();
    await chown(copy, NOBODY, NOBODY);
    const refused = async () => (await tryStart({ DATA_DIR: copy, SAMPLE_CONTENT: 'false' }, NOBODY)).output;
    await chmod(join(copy, '..'), 0o755);
    expect(await refused()).toMatch(/^\n\S+secrets\.json belongs to user 0, and this start runs as user 65534/);
    await chown(join(copy, 'secrets.json'), NOBODY, NOBODY);
    spawnSync('chmod', ['-R', 'a+rX', join(copy, 'postgres')]);
    expect(await refused()).toMatch(/holds files of user 0, and this start runs as user 65534[\s\S]*chown -R 65534/);
    spawnSync('chown', ['-R', String(NOBODY), copy]);
    expect(await refused()).toMatch(/^ready /m);
  });
});
