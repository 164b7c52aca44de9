import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startApp } from '../support/app-process.ts';

const PROGRAM = ['--conditions=development', 'src/server/dev.ts'];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the development server renders pages, and SIGTERM stops PostgreSQL with it', async () => {
  const env = { PORT: String(await freePort()), DATA_DIR: folder, NODE_ENV: 'development' };
  const app = await startApp(env, PROGRAM);
  const page = await fetch(app.url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('data-island="latest-posts"');
  const [postmaster] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1);
  expect(await app.stop()).toBe(0);
  expect(app.said()).toContain('Stopped.');
  expect(() => process.kill(Number(postmaster), 0)).toThrow('ESRCH');
});
