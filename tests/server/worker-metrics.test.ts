import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMetrics, sumOf } from '../support/metrics.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { readRunning, request } from './requests.ts';
import { workersOf } from './worker-processes.ts';

let app: TestApp;

const metrics = async () => readMetrics((await request(app.url, '/metrics')).body);
const answered = (values: ReadonlyMap<string, number>) => sumOf(values, 'http_requests_total', 'service="rest"');
/** Each on a connection of its own, so that the workers share them. */
async function sendRequests(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await request(app.url, '/rest/v1/categories', { headers: { apikey: app.anonKey } });
}

describe.runIf(process.platform === 'linux')('two workers', () => {
  beforeAll(async () => {
    app = await startTestApp({ env: { WEB_WORKERS: '2' } });
  });
  afterAll(() => app?.stop());

  test('metrics are the sum of all processes, whichever worker is asked', async () => {
    const before = answered(await metrics());
    await sendRequests(20);
    for (let n = 0; n < 4; n += 1) expect(answered(await metrics())).toBe(before + 20);
    expect((await metrics()).get('site_processes')).toBe(3);
    expect((await metrics()).get('site_ready')).toBe(1);
  });

  test('counters do not go back when a worker ends', async () => {
    const primary = (await readRunning(app.dataFolder)).pid;
    await sendRequests(10);
    const [before, workers] = [answered(await metrics()), await workersOf(primary)];
    process.kill(workers[0]!, 'SIGKILL');
    await waitFor(async () => (await workersOf(primary)).some((pid) => !workers.includes(pid)));
    await waitFor(async () => (await metrics()).get('site_processes') === 3);
    expect(answered(await metrics())).toBe(before);
    await sendRequests(10);
    expect(answered(await metrics())).toBe(before + 10);
  });
});
