import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OPEN_REALTIME } from '../support/realtime.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { idOf } from './persons.ts';

let app: TestApp;
let admin: Client;
let other: Client;
let signedIn: Client;
const followers: Client[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: OPEN_REALTIME });
  admin = await app.signIn({ admin: true });
  other = await app.signIn({ admin: true });
  signedIn = await app.signIn({ admin: false });
});
afterEach(async () => {
  for (const client of followers.splice(0)) await client.realtime.removeAllChannels();
});
afterAll(() => app?.stop());

type Change = { table: string; eventType: string; new: Record<string, unknown>; old: Record<string, unknown> };

/** The changes that the client is sent, from the time when this resolves. */
async function follow(client: Client): Promise<Change[]> {
  const changes: Change[] = [];
  followers.push(client);
  await client.realtime.setAuth();
  const channel = client.channel(randomUUID());
  for (const table of ['blog_posts', 'post_presence', 'post_reviews']) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => changes.push(change as Change));
  }
  const subscribed = new Promise<void>((resolve) => {
    channel.on('system', {}, ({ extension }: { extension: string }) => extension === 'postgres_changes' && resolve());
  });
  channel.subscribe();
  await subscribed;
  return changes;
}

async function insertPost(status: string): Promise<string> {
  const row = { title: 'A title', slug: `p-${randomUUID()}`, content: 'Text', status };
  return (await admin.from('blog_posts').insert(row).select('id').single().throwOnError()).data.id;
}
const idsIn = (changes: readonly Change[]) => changes.map((change) => change.new['id'] ?? change.old['id']);
/** Waits until the change of a post that everybody may read has arrived: what was sent before it, has too. */
async function arrival(changes: readonly Change[], id: string): Promise<void> {
  await waitFor(() => idsIn(changes).includes(id));
}

test('drafts are reported to administrators only', async () => {
  const [asAdmin, asSignedIn, asAnybody] = [await follow(other), await follow(signedIn), await follow(app.client())];
  const draft = await insertPost('draft');
  await admin.from('blog_posts').update({ content: 'A secret' }).eq('id', draft).throwOnError();
  const published = await insertPost('published');
  for (const changes of [asAdmin, asSignedIn, asAnybody]) await arrival(changes, published);
  expect(idsIn(asAdmin)).toEqual([draft, draft, published]);
  expect(idsIn(asSignedIn)).toEqual([published]);
  expect(idsIn(asAnybody)).toEqual([published]);
});

test('who is editing is reported to administrators only', async () => {
  const [asAdmin, asSignedIn, asAnybody] = [await follow(other), await follow(signedIn), await follow(app.client())];
  const user_id = await idOf(admin);
  const post_id = await insertPost('published');
  const presence = () => admin.from('post_presence');
  await presence().upsert({ post_id, user_id }, { onConflict: 'post_id,user_id' }).throwOnError();
  await presence().upsert({ post_id, user_id }, { onConflict: 'post_id,user_id' }).throwOnError();
  const last = await insertPost('published');
  for (const changes of [asAdmin, asSignedIn, asAnybody]) await arrival(changes, last);
  const presencesIn = (changes: readonly Change[]) => changes.filter(({ table }) => table === 'post_presence');
  expect(presencesIn(asAdmin).map((change) => change.new)).toMatchObject([
    { post_id, user_id },
    { post_id, user_id },
  ]);
  expect([...presencesIn(asSignedIn), ...presencesIn(asAnybody)]).toEqual([]);
});

test('a presence that ends is reported by its keys, without a name', async () => {
  const asAdmin = await follow(other);
  const user_id = await idOf(admin);
  const post_id = await insertPost('draft');
  await admin.from('post_presence').upsert({ post_id, user_id }, { onConflict: 'post_id,user_id' }).throwOnError();
  await admin.from('post_presence').delete().eq('post_id', post_id).throwOnError();
  const ended = await waitFor(() => asAdmin.find(({ eventType }) => eventType === 'DELETE'));
  expect(ended.old).toEqual({ post_id, user_id });
});

test('an administrator whose rights end is reported no further draft', async () => {
  const former = await app.signIn({ admin: true });
  const changes = await follow(former);
  const seen = await insertPost('draft');
  await arrival(changes, seen);
  await app.query('delete from public.admin_users where user_id = $1', [await idOf(former)]);
  const hidden = await insertPost('draft');
  const published = await insertPost('published');
  await arrival(changes, published);
  expect(idsIn(changes)).not.toContain(hidden);
});

test('a draft of a writer and its review are reported to its writer and to administrators only', async () => {
  const writer = await app.signIn({ admin: false, writer: true });
  const colleague = await app.signIn({ admin: false, writer: true });
  const [asAdmin, asWriter, asColleague] = [await follow(other), await follow(writer), await follow(colleague)];
  const row = { title: 'Mine', slug: `p-${randomUUID()}`, content: 'Text' };
  const { data } = await writer.from('blog_posts').insert(row).select('id').single().throwOnError();
  await writer.from('post_reviews').insert({ post_id: data.id }).throwOnError();
  await admin.from('post_reviews').update({ state: 'returned' }).eq('post_id', data.id).throwOnError();
  const draft = await insertPost('draft');
  const published = await insertPost('published');
  for (const changes of [asAdmin, asWriter, asColleague]) await arrival(changes, published);
  const statesIn = (changes: readonly Change[]) =>
    changes.filter(({ table }) => table === 'post_reviews').map((change) => change.new['state']);
  for (const changes of [asAdmin, asWriter]) {
    expect(statesIn(changes).at(-1)).toBe('returned');
    expect(idsIn(changes)).toContain(data.id);
  }
  expect(idsIn(asColleague)).toEqual([published]);
  expect(idsIn(asWriter)).not.toContain(draft);
});
