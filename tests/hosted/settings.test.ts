import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgramToEnd } from '../support/run-program.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';
import { makeSecrets } from '#backend/http/keys.ts';
import { MESSAGES } from '#site/messages.ts';
import { freePort, startApp } from '../support/app-process.ts';

const PROJECT = { SUPABASE_URL: 'https://project.supabase.example', SUPABASE_ANON_KEY: 'sb_publishable_abc' };
const COMPLETE = { ...PROJECT, EMAILJS: 'service_1/template_1/key_1' };
/** The limit of a start that is not rejected and keeps running. */
const START_LIMIT_MS = 15_000 * SLOWNESS;

/** An empty folder for each test; a start would create the data folder in it. */
let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'hosted-settings-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Runs a program of the product to its end: its exit code, its output, and the files it created. */
async function run(program: string[], env: Record<string, string>) {
  const settings = { DATA_DIR: join(parent, 'data'), ...env };
  const { code, output } = await runProgramToEnd(program, settings, { timeout: START_LIMIT_MS });
  return { code, output, created: await readdir(parent) };
}

test('a secret key in SUPABASE_ANON_KEY is rejected with a plain sentence and not printed, and nothing is created', async () => {
  const { serviceRoleKey: key } = await makeSecrets(new Date());
  const env = { ...PROJECT, SUPABASE_ANON_KEY: key, PORT: String(await freePort()) };
  const { output, ...rest } = await run(['src/server/main.ts'], env);
  expect(output.trim()).toMatch(/^SUPABASE_ANON_KEY holds a secret key/);
  expect(output).not.toContain(key);
  expect(output).not.toMatch(/\n\s+at /);
  expect(rest).toEqual({ code: 1, created: [] });
});

test('the operator programs reject a hosted project with the name of SUPABASE_URL', async () => {
  for (const program of [
    ['src/cli/admin.ts', 'list'],
    ['src/cli/admin.ts', 'create', 'you@firm.example'],
    ['src/cli/mail.ts', 'list'],
  ]) {
    const { output, ...rest } = await run(program, COMPLETE);
    expect(output, program.join(' ')).toMatch(/^SUPABASE_URL is set: /);
    expect(rest).toEqual({ code: 1, created: [] });
  }
});

test('the development server rejects hosted settings', async () => {
  const { output, ...rest } = await run(['--conditions=development', 'src/server/dev.ts'], COMPLETE);
  expect(output).toContain('npm run dev works with the embedded backend only. Unset SUPABASE_URL and EMAILJS.');
  expect(output).not.toContain('    at ');
  expect(rest).toEqual({ code: 1, created: [] });
});

test('without EMAILJS the start and the form report that enquiries cannot be sent', async () => {
  const app = await startApp({
    ...PROJECT,
    SMTP_URL: 'smtp://127.0.0.1:9',
    PORT: String(await freePort()),
    DATA_DIR: join(parent, 'data'),
  });
  try {
    expect(app.said()).toMatch(/Mail +no EMAILJS: /);
    expect(app.said()).not.toMatch(/outbox|sent through|SMTP_URL/);
    const body = new URLSearchParams({ name: 'Asha', email: 'asha@visitor.example', message: 'Hello' });
    const answer = await fetch(`${app.url}/contact`, { method: 'POST', body });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain(MESSAGES.mailNotConfigured.title);
    expect(await readdir(parent)).toEqual([]);
  } finally {
    expect(await app.stop()).toBe(0);
  }
});
