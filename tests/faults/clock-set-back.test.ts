import { afterAll, beforeAll, expect, test } from 'vitest';
import { postmasterPid } from '#backend-tests/support/postgres-processes.ts';
import { randomAddress } from '../support/random-address.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { settableTime } from '../support/settable-time.ts';
import { type Client, type TestApp, linkIn, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'a long password';
const POLL = { ...LONG, interval: 100 };

const clock = settableTime();
let app: TestApp;
let person: Client;
const email = 'asha@person.example';

const setClock = (ms: number) => clock.set(app, ms);

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, env: clock.env });
  person = await app.signIn({ admin: true, email, password: PASSWORD });
});
afterAll(async () => {
  await app?.stop();
  clock.remove();
});

const mailsWith = (text: string) => app.mails().filter((mail) => mail.text.includes(text)).length;

test('mail that waits when the clock is set back two days is delivered', async () => {
  await app.smtp.stop();
  expect(await sendTestEnquiry(app, 'Before the clock was set back', randomAddress())).toBe(200);
  await waitFor(async () => (await app.query('select from mail.outbox where last_error is not null')).length === 1);
  await setClock(-48 * HOUR_MS);
  await app.smtp.start();
  expect(await sendTestEnquiry(app, 'After the clock was set back', randomAddress())).toBe(200);
  await waitFor(() => mailsWith('After the clock was set back') === 1);
  await expect.poll(() => mailsWith('Before the clock was set back'), POLL).toBe(1);
  await setClock(0);
});

test('sessions, sign-in, saves and account mail work after the clock is set back, and after it is set forward', async () => {
  await app.client().auth.resetPasswordForEmail(email);
  await waitFor(() => app.mails().some(({ to }) => to === email));
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
