import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startApp } from '../support/app-process.ts';
import { runProgramToEnd } from '../support/run-program.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';

const PROGRAM = ['--conditions=development', 'src/server/dev.ts'];
const folder = folderForTests();

test('the development server renders pages, and SIGTERM stops PostgreSQL with it', async () => {
  const env = { PORT: String(await freePort()), DATA_DIR: folder, NODE_ENV: 'development' };
  const app = await startApp(env, PROGRAM);
  const page = await fetch(app.url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('id="island-latest-posts"');
  const [postmaster] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1);
  expect(await app.stop()).toBe(0);
  expect(app.said()).toContain('Stopped.');
  expect(() => process.kill(Number(postmaster), 0)).toThrow('ESRCH');
});

test.each([
  {
    what: 'a port that is taken during the start',
    code: 1,
    delay: 0,
    last: /\nPort \d+ of 127\.0\.0\.1 is in use\. .*\n$/,
  },
  // Vite, which listens for SIGTERM too, must not be loaded while PostgreSQL runs.
  ...[0, 300].map((delay) => ({
    what: `SIGTERM ${delay} ms after a step`,
    code: 0,
    delay,
    last: /\nStopping …\n(?:.*\n)*Stopped\.\n$/,
  })),
])('$what stops PostgreSQL with the development server', async ({ code, delay, last }) => {
  const [dataFolder, port] = [join(folder, `ended-${code}-${delay}`), await freePort()];
  const taker = createServer();
  onTestFinished(() => void taker.close());
  const ended = await runProgramToEnd(
    PROGRAM,
    { DATA_DIR: dataFolder, PORT: String(port), NODE_ENV: 'development', SAMPLE_CONTENT: 'false' },
    {
      onOutput: (so, child) => {
        if (
          !so
            .split('\n')
            .at(-2)
            ?.startsWith(delay > 0 ? 'Migrated' : 'Created')
        )
          return;
        if (code === 1) taker.listen(port, '127.0.0.1');
        else setTimeout(() => child.kill('SIGTERM'), delay);
      },
    },
  );
  expect(ended.output).toMatch(last);
  expect(ended.code).toBe(code);
  expect(existsSync(join(dataFolder, 'postgres/postmaster.pid'))).toBe(false);
});
