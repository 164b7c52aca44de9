import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { sendEnquiry } from '../support/send-enquiry.ts';

const ROUNDS = 3;
const WRITES_BEFORE_THE_KILL = 40;
const TRIED_AND_FREE = `select from mail.outbox where attempts > 0 and claimed_until is null and delivered_at is null`;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

/** Inserts posts one after another until the app is gone; records the acknowledged slugs. */
async function writeUntilGone(round: number, acknowledged: string[]): Promise<void> {
  for (let n = 0; ; n += 1) {
    const slug = `round-${round}-post-${n}`;
    const post = { title: slug, slug, content: 'Text', status: 'published' };
    const { error } = await app.service.from('blog_posts').insert(post);
    if (error) return;
    acknowledged.push(slug);
  }
}

test('a SIGKILL during writes loses no acknowledged post', async () => {
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = acknowledged.length;
    const writing = writeUntilGone(round, acknowledged);
    await waitFor(() => acknowledged.length >= before + WRITES_BEFORE_THE_KILL);
    await app.restart('kill');
    await writing;
  }
  const kept = await app.query(`select slug from public.blog_posts where slug like 'round-%'`);
  const slugs = new Set(kept.map(({ slug }) => slug));
  expect(acknowledged.filter((slug) => !slugs.has(slug))).toEqual([]);
});

test('a session and an enquiry survive a SIGKILL', async () => {
  const client = await app.signIn({ admin: false });
  const { data } = await client.auth.getSession();
  await app.smtp.stop();
  expect(await sendEnquiry(app, 'Kept through a crash')).toBe(200);
  // An attempt that the kill cuts short keeps its claim for three minutes.
  await waitFor(async () => (await app.query(TRIED_AND_FREE)).length === 1);
  await app.restart('kill');
  await app.smtp.start();
  const refreshed = await client.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
  expect(refreshed.error).toBeNull();
  await app.restart('stop');
  await expect
    .poll(() => app.mails().filter(({ text }) => text.includes('Kept through a crash')).length, { timeout: 45_000 })
    .toBe(1);
});
