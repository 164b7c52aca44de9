import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPreviewLink, endPreviewLink, findPreviewLink, readPostPreview } from '#site/gateway/post-previews.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client, TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;
let admin: Client;
let member: Client;
let postId: string;

beforeAll(async () => {
  app = await shareTestApp();
  [admin, member] = [await app.signIn({ admin: true }), await app.signIn({ admin: false })];
});
afterAll(() => app?.stop());
beforeEach(async () => {
  postId = await insertPost({ status: 'draft' });
});

const as = (client: Client) => client as unknown as DataClient;

async function insertPost(post: { status: string }): Promise<string> {
  const row = { title: 'A plan', slug: `p-${randomUUID()}`, content: '<p>The plan</p>', ...post };
  const { data } = await admin.from('blog_posts').insert(row).select('id').single().throwOnError();
  return data.id;
}

const makeToken = async (id = postId) => (await createPreviewLink(as(admin), id)).replace('/preview?token=', '');
const read = (token: string) => readPostPreview(as(app.anon), token);

test('an anonymous person reads a draft with its token, and with no other', async () => {
  const token = await makeToken();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(await read(token)).toMatchObject({ address: null, is_pending: false, post: { title: 'A plan' } });
  for (const wrong of ['', token.slice(1), token.toUpperCase(), randomUUID(), '%', postId])
    expect(await read(wrong)).toBeNull();
  const shown = Object.keys((await read(token))?.post ?? {});
  expect(shown.filter((name) => /meta|status|author_id|save/.test(name))).toEqual([]);
});

test('the token itself is kept nowhere, and its hash is shown to nobody', async () => {
  const token = await makeToken();
  const [row] = await app.query('select * from public.post_previews where post_id = $1', [postId]);
  expect(JSON.stringify(row)).not.toContain(token);
  for (const client of [app.anon, member, admin, app.service]) {
    expect((await client.from('post_previews').select('token_hash')).error?.code).toBe('42501');
  }
});

test('only administrators make, see and end links', async () => {
  const token = await makeToken();
  for (const client of [app.anon, member]) {
    await expect(createPreviewLink(as(client), postId)).rejects.toMatchObject({ code: '42501' });
    await endPreviewLink(as(client), postId).catch(() => {});
    expect(await findPreviewLink(as(client), postId).catch(() => null)).toBeNull();
  }
  expect(await read(token)).not.toBeNull();
  expect(await findPreviewLink(as(admin), postId)).toMatchObject({ expires_at: expect.any(String) });
  await endPreviewLink(as(admin), postId);
  expect(await read(token)).toBeNull();
});

test('a link ends after a week, when another is made, and with its post; nobody sets another end', async () => {
  const first = await makeToken();
  const second = await makeToken();
  expect([await read(first), (await read(second)) !== null]).toEqual([null, true]);
  const week = Date.parse((await read(second))?.expires_at ?? '') - Date.now();
  expect(week / 86_400_000).toBeCloseTo(7, 2);
  const longer = { post_id: await insertPost({ status: 'draft' }), token_hash: 'x', expires_at: '2999-01-01' };
  expect((await admin.from('post_previews').insert(longer)).error?.code).toBe('42501');
  expect(
    (await admin.from('post_previews').update({ expires_at: '2999-01-01' }).eq('post_id', postId)).error?.code,
  ).toBe('42501');
  await app.query(`update public.post_previews set expires_at = now() where post_id = $1`, [postId]);
  expect([await read(second), await findPreviewLink(as(admin), postId)]).toEqual([null, null]);
  const third = await makeToken();
  await admin.from('blog_posts').delete().eq('id', postId).throwOnError();
  expect(await read(third)).toBeNull();
});

test('of two links that are made at the same time the later works', async () => {
  const making = app.query(`begin; select public.create_post_preview('${postId}'); select pg_sleep(1); commit`);
  await waitFor(async () => (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0);
  const [token] = await Promise.all([makeToken(), making]);
  expect(await read(token)).not.toBeNull();
});

test('the pending draft of a published post is shown; without one the link leads to the post', async () => {
  const id = await insertPost({ status: 'published' });
  const { data: post } = await admin.from('blog_posts').select('slug, updated_at').eq('id', id).single().throwOnError();
  const token = await makeToken(id);
  expect(await read(token)).toMatchObject({ address: post.slug });
  const fields = { title: 'A new plan', content: '<p>Changed</p>', excerpt: '' };
  await admin.from('post_drafts').insert({ post_id: id, version: 'a:1', fields, base: post.updated_at }).throwOnError();
  expect(await read(token)).toMatchObject({
    address: null,
    is_pending: true,
    post: { title: 'A new plan', content: '<p>Changed</p>', excerpt: null, slug: post.slug },
  });
});
