import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppProcess } from '../support/app-process.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { setTitlesUnnotified, startSecond } from './database.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const SLUG = 'rules-of-origin-explained';
/** A notification takes milliseconds; a loaded machine longer. */
const AT_ONCE = { timeout: 5000, interval: 20 };
/** The listening connection is reopened after half a second. */
const RESTORED = { ...LONG, interval: 50 };

let first: TestApp;
let second: AppProcess;

beforeAll(async () => {
  first = await startTestApp({ sampleContent: true, smtp: false });
  second = await startSecond(first);
  await waitFor(async () => (await listeners()).length === 2);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

/** Saves a title through one of the processes. */
async function save(url: string, title: string): Promise<void> {
  const client = createClient(url, first.serviceRoleKey, { auth: { persistSession: false } });
  await client.from('blog_posts').update({ title }).eq('slug', SLUG).throwOnError();
}
const shows = async (url: string, title: string) => (await (await fetch(`${url}/blog/${SLUG}`)).text()).includes(title);
/** The connections that have run LISTEN: one that is only connected makes its process render all pages anew soon. */
const listeners = () =>
  first.query(`select pid from pg_stat_activity
    where application_name like '% listener for content_changed' and state = 'idle' and query <> ''`);

/** Expects that both processes have cached the page and answer from the cache. */
async function expectCached(title: string): Promise<void> {
  for (const { url } of [first, second]) await expect.poll(() => shows(url, title), RESTORED).toBe(true);
  await setTitlesUnnotified(first, 'Not shown');
  for (const { url } of [first, second]) expect(await shows(url, title)).toBe(true);
}

test('a save through one process is on the pages of the other at once', async () => {
  await save(first.url, 'Before');
  await expectCached('Before');
  await save(first.url, 'Saved through the first');
  expect(await shows(first.url, 'Saved through the first')).toBe(true);
  await expect.poll(() => shows(second.url, 'Saved through the first'), AT_ONCE).toBe(true);
  await expectCached('Saved through the first');
  // What changes no row clears no page.
  await first.service.from('blog_posts').update({}).eq('slug', SLUG);
  await first.service.from('categories').delete().eq('slug', 'no-such-slug');
  for (const { url } of [first, second]) expect(await shows(url, 'Saved through the first')).toBe(true);
  await save(second.url, 'Saved through the second');
  expect(await shows(second.url, 'Saved through the second')).toBe(true);
  await expect.poll(() => shows(first.url, 'Saved through the second'), AT_ONCE).toBe(true);
});

test('a change made while no process listens is shown once they listen again, and they are notified of each other’s changes then', async () => {
  await save(first.url, 'Before the cut');
  await expectCached('Before the cut');
  // One message to the server: the sessions end before the update and reopen at least half a second later.
  await first.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like '% listener for content_changed';
    update public.blog_posts set title = 'During the cut' where slug = '${SLUG}'`);
  for (const { url } of [first, second]) await expect.poll(() => shows(url, 'During the cut'), RESTORED).toBe(true);
  await expect.poll(listeners, RESTORED).toHaveLength(2);
  await save(first.url, 'After the cut');
  await expectCached('After the cut');
  await save(first.url, 'Saved through the first again');
  await expect.poll(() => shows(second.url, 'Saved through the first again'), AT_ONCE).toBe(true);
  await expectCached('Saved through the first again');
  await save(second.url, 'Saved through the second again');
  await expect.poll(() => shows(first.url, 'Saved through the second again'), AT_ONCE).toBe(true);
});
