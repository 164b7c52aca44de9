import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assert, describe, test, vi } from 'vitest';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/app-process.ts';
import { fillDataFolder, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { readRunning } from '../server/requests.ts';
import { workersOf } from '../server/worker-processes.ts';
import { LONG, VERY_LONG } from '#backend-tests/support/slowness.ts';

/** A prepared data folder, removed after the test, and `npm start` on it, which resolves when the site is ready. */
async function prepareSite(onTestFinished: (remove: () => Promise<void>) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'hung-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await fillDataFolder(folder);
  const start = async () => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: folder, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' };
    const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], { cwd: ROOT, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await vi.waitFor(() => assert.match(said, /^ready /m), LONG);
    return { child, ended, said: () => said };
  };
  return { folder, start };
}

describe.runIf(process.platform === 'linux')('a process that hangs', () => {
  test.concurrent('is replaced if it is a worker', async ({ expect, onTestFinished }) => {
    const app = await startTestApp({ env: { WEB_WORKERS: '2' } });
    onTestFinished(app.stop);
    const { pid: primary } = await readRunning(app.dataFolder);
    const [hung = 0, other] = await workersOf(primary);
    process.kill(hung, 'SIGSTOP');
    const replaced = async () => {
      const workers = await workersOf(primary);
      return workers.length === 2 && !workers.includes(hung) && workers.includes(other ?? 0);
    };
    await expect.poll(replaced, { ...VERY_LONG, interval: 500 }).toBe(true);
    expect(app.logged()).toContain(`The worker ${hung} is silent`);
    await waitFor(() => app.logged().includes(`The worker ${hung} ended (SIGKILL)`));
    await expect.poll(async () => (await fetch(`${app.url}/about`)).status).toBe(200);
  });

  test.concurrent('is ended by the program that started it if it is the site, which a supervisor then starts again', async ({
    expect,
    onTestFinished,
  }) => {
    const { folder, start } = await prepareSite(onTestFinished);
    const first = await start();
    const { pid } = await readRunning(folder);
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => {
      first.child.kill('SIGKILL');
      if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
    });
    expect(await first.ended).toBe(137);
    expect(first.said()).toContain('The site is silent');
    const second = await start();
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test.concurrent('stops with its database if the program that started it was killed meanwhile', async ({
    expect,
    onTestFinished,
  }) => {
    const { folder, start } = await prepareSite(onTestFinished);
    const { child, said } = await start();
    const { pid } = await readRunning(folder);
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => {
      if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
    });
    child.kill('SIGKILL');
    // Its next heartbeat is due, and comes before the news that nobody hears it.
    await sleep(6000);
    process.kill(pid, 'SIGCONT');
    await expect.poll(said, LONG).toMatch(/^Stopped\.$/m);
  });
});
