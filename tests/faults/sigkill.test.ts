import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestHouse, startHouse, waitFor } from '../support/house.ts';
import { sendEnquiry } from '../support/send-enquiry.ts';

const ROUNDS = 3;
const WRITES_BEFORE_THE_KILL = 40;
let house: TestHouse;

beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house?.stop());

/** Writes posts as fast as they are acknowledged until the app is gone; notes each slug that was acknowledged. */
async function writeUntilGone(round: number, acknowledged: string[]): Promise<void> {
  for (let n = 0; ; n += 1) {
    const slug = `round-${round}-post-${n}`;
    const post = { title: slug, slug, content: 'Text', status: 'published' };
    const { error } = await house.service.from('blog_posts').insert(post);
    if (error) return;
    acknowledged.push(slug);
  }
}

test('a SIGKILL in the middle of writing loses no post that was acknowledged', async () => {
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = acknowledged.length;
    const writing = writeUntilGone(round, acknowledged);
    await waitFor(() => acknowledged.length >= before + WRITES_BEFORE_THE_KILL);
    await house.restart('kill');
    await writing;
  }
  const kept = await house.query(`select slug from public.blog_posts where slug like 'round-%'`);
  const slugs = new Set(kept.map(({ slug }) => slug));
  expect(acknowledged.filter((slug) => !slugs.has(slug))).toEqual([]);
});

test('a session and an enquiry outlive a SIGKILL', async () => {
  const client = await house.signIn({ admin: false });
  const { data } = await client.auth.getSession();
  await house.smtp.stop();
  expect(await sendEnquiry(house, 'Kept through a crash')).toBe(200);
  await house.restart('kill');
  await house.smtp.start();
  const refreshed = await client.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
  expect(refreshed.error).toBeNull();
  await house.restart('stop');
  await expect
    .poll(() => house.mails().filter(({ text }) => text.includes('Kept through a crash')).length, { timeout: 45_000 })
    .toBe(1);
});
