import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';

/** More than the two seconds in which a health address must know; for a loaded machine. */
const ANSWER_WITHIN_MS = 10_000;
const POLL = { timeout: 45_000, interval: 200 };

let app: TestApp;
let stopped: number[] = [];

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true });
});
afterEach(() => resume());
afterAll(() => app?.stop());

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(app.dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
}
/** The postmaster and all its processes, as a disk that hangs would stop them. */
async function stopDatabase(): Promise<void> {
  const postmaster = await postmasterPid();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')] as const),
  );
  const children = parents.filter(([, stat]) => Number(/\) \w (\d+)/.exec(stat)?.[1]) === postmaster);
  stopped = [postmaster, ...children.map(([pid]) => Number(pid))];
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
}
function resume(): void {
  for (const pid of stopped.splice(0)) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It has ended meanwhile.
    }
  }
}
const statusOf = async (path: string) => {
  const answer = await fetch(app.url + path, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  await answer.body?.cancel();
  return answer.status;
};
const messages = () =>
  app
    .process()
    .logged()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => String((JSON.parse(line) as { msg?: unknown }).msg));
const count = (message: string) => messages().filter((one) => one === message).length;

test.runIf(process.platform === 'linux')(
  'while the database hangs the health addresses say so, and the log has one line for the outage',
  async () => {
    expect(await statusOf('/about')).toBe(200);
    const [began, ended] = [count('The database is not available'), count('The database is available again')];
    await stopDatabase();
    await expect.poll(() => statusOf('/readyz'), POLL).toBe(503);
    expect(await statusOf('/auth/v1/health')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf('/about')).toBe(200);
    const { checks, found } = await (await fetch(`${app.url}/readyz`)).json();
    expect(checks.database).toBe('bad');
    expect(found[0].remedy).toContain('PostgreSQL');
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('\ndatabase_up 0\n');
    expect(metrics).toContain('\nsite_ready 0\n');
    const asked = Array.from({ length: 30 }, (_, n) =>
      fetch(`${app.url}/rest/v1/categories?limit=${n + 1}`, { headers: { apikey: app.anonKey } }).then(
        ({ status }) => status,
      ),
    );
    for (const status of await Promise.all(asked)) expect(status).toBeGreaterThanOrEqual(500);
    await expect.poll(() => count('The database is not available'), POLL).toBe(began + 1);
    resume();
    await expect.poll(() => statusOf('/readyz'), POLL).toBe(200);
    await expect.poll(() => statusOf('/auth/v1/health'), POLL).toBe(200);
    await expect.poll(() => count('The database is available again'), POLL).toBe(ended + 1);
    expect(count('The database is not available')).toBe(began + 1);
    expect(count('the data API failed')).toBe(0);
  },
);
