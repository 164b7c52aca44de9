import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, startApp } from '../support/app-process.ts';
import { runProgramToEnd } from '../support/run-program.ts';

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

test.each([
  { what: 'SIGTERM while the database is migrated', code: 0, last: /\nStopping …\n(?:Migrated .*\n)?Stopped\.\n$/ },
  { what: 'a port that is taken during the start', code: 1, last: /\nPort \d+ of 127\.0\.0\.1 is in use\. .*\n$/ },
])('$what stops PostgreSQL with the development server', async ({ code, last }) => {
  const [dataFolder, port] = [join(folder, `ended-${code}`), await freePort()];
  const taker = createServer();
  onTestFinished(() => void taker.close());
  const ended = await runProgramToEnd(
    PROGRAM,
    { DATA_DIR: dataFolder, PORT: String(port), NODE_ENV: 'development', SAMPLE_CONTENT: 'false' },
    {
      onOutput: (so, child) => {
        if (!so.endsWith('Created the database.\n')) return;
        if (code === 0) child.kill('SIGTERM');
        else taker.listen(port, '127.0.0.1');
      },
    },
  );
  expect(ended.output).toMatch(last);
  expect(ended.code).toBe(code);
  expect(existsSync(join(dataFolder, 'postgres/postmaster.pid'))).toBe(false);
});
