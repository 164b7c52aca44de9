import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/app-process.ts';
import { appPid, postmasterPid } from '../support/postgres-processes.ts';
import { randomAddress } from '../support/random-address.ts';
import { sendEnquiry } from '../support/send-enquiry.ts';
import { type Client, type TestApp, linkIn, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'a long password';
const POLL = { timeout: 30_000, interval: 100 };

let folder: string;
let app: TestApp;
let person: Client;
const email = 'asha@person.example';

const offsetFile = () => join(folder, 'offset');

/** Sets the clock of the running app. Resolves when it is set. */
async function setClock(ms: number): Promise<void> {
  writeFileSync(offsetFile(), String(ms));
  process.kill(appPid(app.dataFolder), 'SIGUSR2');
  await waitFor(() => readFileSync(`${offsetFile()}.set`, 'utf8') === String(ms));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clock-'));
  writeFileSync(offsetFile(), '0');
  app = await startTestApp({
    sampleContent: true,
    env: {
      NODE_OPTIONS: `--import ${join(ROOT, 'tests/support/settable-clock.ts')}`,
      CLOCK_OFFSET_FILE: offsetFile(),
    },
  });
  person = await app.signIn({ admin: true, email, password: PASSWORD });
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

const mailsWith = (text: string) => app.mails().filter((mail) => mail.text.includes(text)).length;

test('mail that waits when the clock is set back two days is delivered', async () => {
  await app.smtp.stop();
  expect(await sendEnquiry(app, 'Before the clock was set back', randomAddress())).toBe(200);
  await waitFor(async () => (await app.query('select from mail.outbox where last_error is not null')).length === 1);
  await setClock(-48 * HOUR_MS);
  await app.smtp.start();
  expect(await sendEnquiry(app, 'After the clock was set back', randomAddress())).toBe(200);
  await waitFor(() => mailsWith('After the clock was set back') === 1);
  await expect.poll(() => mailsWith('Before the clock was set back'), POLL).toBe(1);
  await setClock(0);
});

test('sessions, sign-in, saves and account mail work after the clock is set back, and after it is set forward', async () => {
  await app.client().auth.resetPasswordForEmail(email);
  await waitFor(() => app.mails().filter(({ to }) => to === email).length === 2);
  for (const hours of [-5, 3]) {
    await setClock(hours * HOUR_MS);
    const { data, error } = await person.auth.refreshSession();
    expect(error).toBeNull();
    expect((await person.auth.getUser(data.session?.access_token)).error).toBeNull();
    const slug = `saved-at-${hours + 10}`;
    const written = await person.from('blog_posts').insert({ title: slug, slug, content: 'Text', status: 'published' });
    expect(written.error).toBeNull();
    await expect.poll(async () => (await fetch(`${app.url}/blog/${slug}`)).status, POLL).toBe(200);
    expect((await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const before = app.mails().length;
    expect((await app.client().auth.resetPasswordForEmail(email)).error).toBeNull();
    const mail = await waitFor(() => app.mails().at(before));
    const answer = await fetch(linkIn(mail), { redirect: 'manual' });
    expect(answer.headers.get('location')).toContain('access_token=');
  }
  await setClock(0);
});

test('pages are rendered again after an outage during which the clock is set back', async () => {
  await fetch(`${app.url}/`);
  process.kill(postmasterPid(app.dataFolder), 'SIGKILL');
  await setClock(-5 * HOUR_MS);
  const title = 'Published after the outage';
  const post = { title, slug: 'after-the-outage', content: 'Text', status: 'published' as const };
  await expect
    .poll(async () => (await app.service.from('blog_posts').upsert(post, { onConflict: 'slug' })).error, POLL)
    .toBeNull();
  await expect.poll(async () => (await (await fetch(`${app.url}/`)).text()).includes(title), POLL).toBe(true);
  expect((await fetch(`${app.url}/`)).headers.get('age')).toBeNull();
  await setClock(0);
});
