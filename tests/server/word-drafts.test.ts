import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { customsCompliance } from '#site/content/services/customs-compliance.ts';
import { previewLink } from '#site/content/preview-link.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { DraftConflict, findPendingDraft, schedulePendingDraft } from '#site/gateway/post-drafts.ts';
import { createPreviewLink } from '#site/gateway/post-previews.ts';
import { readWordsOf, saveWords, saveWordsDraft } from '#site/gateway/site-words.ts';
import { ItemConflict } from '#site/gateway/writes.ts';
import type { AppProcess } from '../support/app-process.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { startSecond } from './database.ts';

const PAGE = 'customs-compliance';
const PATH = `/services/${PAGE}`;
const DRAFT = 'We clear zebras.';
const [BUILT_IN = ''] = customsCompliance.lead.split('.');
const AT_ONCE = { timeout: 8000, interval: 50 };

let app: TestApp;
let second: AppProcess;
let admin: Client;
let member: Client;

beforeAll(async () => {
  app = await startTestApp();
  [admin, member] = [await app.signIn({ admin: true }), await app.signIn({ admin: false })];
  second = await startSecond(app);
});
afterAll(async () => {
  await second?.stop();
  await app?.stop();
});
beforeEach(async () => {
  await app.query('delete from public.post_drafts');
  await app.query(`update public.site_words set words = '{}'`);
});

const as = (client: Client) => client as unknown as DataClient;
const pageOf = async (path: string, url = app.url): Promise<string> => (await fetch(url + path)).text();
const stored = () => readWordsOf(as(admin), PAGE);
async function keep(lead: string, client = admin) {
  const { id, updated_at: seen } = await stored();
  const draft = { id, words: { lead }, seen, version: randomUUID(), replaces: [] };
  return saveWordsDraft(as(client), draft);
}
async function publish(lead: string, draft: string | null = null) {
  const { id, updated_at: seen } = await stored();
  return saveWords(as(admin), { id, words: { lead }, seen, draft });
}

test('a draft is on no page and read by administrators only; publishing its words ends it', async () => {
  const { post_id: id, version } = await keep(DRAFT);
  expect(await pageOf(PATH)).toContain(BUILT_IN);
  for (const client of [app.anon, member]) expect(await findPendingDraft(as(client), id).catch(() => null)).toBeNull();
  await expect(keep('By a member', member)).rejects.toBeTruthy();
  expect(await findPendingDraft(as(admin), id)).toMatchObject({ version, fields: { lead: DRAFT } });
  await publish(DRAFT, version);
  expect(await pageOf(PATH)).toContain(DRAFT);
  expect(await findPendingDraft(as(admin), id)).toBeNull();
});

test('words are not published beside a draft that they leave out, and no draft replaces one that it has not seen', async () => {
  const { version } = await keep(DRAFT);
  await expect(publish('Without the draft')).rejects.toBeInstanceOf(DraftConflict);
  await expect(publish('Over another', randomUUID())).rejects.toBeInstanceOf(DraftConflict);
  await expect(keep('A second draft')).rejects.toBeInstanceOf(DraftConflict);
  expect(await pageOf(PATH)).toContain(BUILT_IN);
  expect(await findPendingDraft(as(admin), (await stored()).id)).toMatchObject({ version, fields: { lead: DRAFT } });
});

test('a draft of words that were saved since is refused', async () => {
  const { id, updated_at: seen } = await stored();
  await publish('Published meanwhile');
  const draft = { id, words: { lead: DRAFT }, seen, version: randomUUID(), replaces: [] };
  await expect(saveWordsDraft(as(admin), draft)).rejects.toBeInstanceOf(ItemConflict);
});

test('of a draft and a save at the same time one waits for the other', async () => {
  for (let round = 0; round < 20; round += 1) {
    await app.query('delete from public.post_drafts');
    await Promise.allSettled([keep(`Draft ${round}`), publish(`Public ${round}`)]);
    const rows = await app.query(
      `select from public.post_drafts d join public.site_words w on w.id = d.post_id where d.base <> w.updated_at`,
    );
    expect(rows).toEqual([]);
  }
});

test('a preview link shows the page with its draft, and the page to nobody else', async () => {
  const { post_id: id, version } = await keep('<b>We clear</b> zebras.');
  const link = await createPreviewLink(as(admin), id);
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      const [preview, page, others] = await Promise.all([fetch(app.url + link), pageOf(PATH), pageOf('/team')]);
      const html = await preview.text();
      expect(preview.status).toBe(200);
      expect(html).toContain('&lt;b&gt;We clear&lt;/b&gt; zebras.');
      expect(html).toContain('These words of the page are not published.');
      expect(page + others).not.toMatch(/zebras|are not published/);
      expect(Object.fromEntries(preview.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
    }),
  );
  expect(await pageOf(link, second.url)).toContain('zebras');
  await publish(DRAFT, version);
  const published = await fetch(app.url + link, { redirect: 'manual' });
  expect([published.status, published.headers.get('location')]).toEqual([302, app.url + PATH]);
  await app.query('update public.post_previews set expires_at = now()');
  const ended = await fetch(app.url + link);
  expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining(previewLink.page.ended.heading)]);
});

test('a draft is published at its time on all processes, as a version of the person who scheduled it', async () => {
  const draft = await keep(DRAFT);
  await Promise.all([pageOf(PATH), pageOf(PATH, second.url)]);
  await schedulePendingDraft(as(admin), draft, new Date(Date.now() + 1500).toISOString());
  expect(await pageOf(PATH)).toContain(BUILT_IN);
  for (const url of [app.url, second.url]) {
    await expect.poll(async () => (await pageOf(PATH, url)).includes(DRAFT), AT_ONCE).toBe(true);
  }
  expect(await findPendingDraft(as(admin), draft.post_id)).toBeNull();
  const [version] = await app.query(
    'select saved_by, post from public.post_revisions where post_id = $1 order by id desc limit 1',
    [draft.post_id],
  );
  expect(version).toEqual({ saved_by: draft.saved_by, post: { lead: DRAFT } });
  const [entry] = await app.query('select actor_id, subject, title from public.activity order by id desc limit 1');
  expect(entry).toEqual({ actor_id: draft.saved_by, subject: 'words', title: PAGE });
});

test('a due draft that cannot be stored stays as it is, without its time, and holds up no other words', async () => {
  const draft = await keep('x'.repeat(300_000));
  await schedulePendingDraft(as(admin), draft, new Date().toISOString());
  await app.query(
    `update public.site_words set words = '{"lead": "We inspect zebras."}' where page = 'quality-control'`,
  );
  await expect.poll(() => pageOf('/services/quality-control'), AT_ONCE).toContain('We inspect zebras.');
  const left = await findPendingDraft(as(admin), draft.post_id);
  expect(left).toMatchObject({ fields: draft.fields, saved_by: draft.saved_by, publish_at: null });
});

test('a due draft waits while the database takes no writes, and reading the words does not fail', async () => {
  const { post_id: id } = await keep(DRAFT);
  await app.query(`begin; update public.post_drafts set publish_at = now() where post_id = '${id}';
    set transaction read only; select public.publish_due_words(); rollback`);
  expect(await findPendingDraft(as(admin), id)).not.toBeNull();
});

test('a draft that became due while the site was down is published at the start', { timeout: 60_000 }, async () => {
  const draft = await keep(DRAFT);
  await schedulePendingDraft(as(admin), draft, new Date(Date.now() + 60_000).toISOString());
  await second.stop();
  // The running site is not told.
  await app.query(`set session_replication_role = replica; update public.post_drafts set publish_at = now()`);
  await app.restart('kill');
  expect(await pageOf(PATH)).toContain(DRAFT);
});
