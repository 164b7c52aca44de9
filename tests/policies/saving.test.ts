import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';
import { idOf, signInPersons } from './persons.ts';
import { FLAT_ITEMS, PERSONS, type Person, type Verb } from './rights.ts';

let app: TestApp;
let clients: Record<Person, Client>;
let other: Client;

beforeAll(async () => {
  app = await shareTestApp();
  clients = await signInPersons(app);
  other = await app.signIn({ admin: true });
});
afterAll(() => app?.stop());

async function createPost(post: { status?: string; content?: string; save_options?: object } = {}) {
  const row = { title: 'A title', slug: `p-${randomUUID()}`, content: 'Text', status: 'published', ...post };
  const { data } = await clients.admin
    .from('blog_posts')
    .insert(row as never)
    .select()
    .single()
    .throwOnError();
  return data;
}

async function draftOf(post: { id: string; updated_at: string }, version = `f:${randomUUID()}`) {
  const draft = { post_id: post.id, version, fields: { title: 'Pending' }, base: post.updated_at };
  const { data } = await clients.admin.from('post_drafts').insert(draft).select().single().throwOnError();
  return data;
}

const storedDrafts = (id: string) => app.query('select * from public.post_drafts where post_id = $1', [id]);

describe('a pending draft', () => {
  const ADMINS: readonly Person[] = ['admin', 'service'];

  async function tryVerb(client: Client, verb: Verb): Promise<boolean> {
    const post = await createPost();
    const drafts = () => client.from('post_drafts');
    if (verb === 'insert') {
      await drafts().insert({ post_id: post.id, version: 'f:1', fields: {}, base: post.updated_at });
      return (await storedDrafts(post.id)).length === 1;
    }
    await draftOf(post);
    if (verb === 'select') return (await drafts().select().eq('post_id', post.id)).data?.length === 1;
    if (verb === 'delete') {
      await drafts().delete().eq('post_id', post.id);
      return (await storedDrafts(post.id)).length === 0;
    }
    await drafts().update({ version: 'changed' }).eq('post_id', post.id);
    return (await storedDrafts(post.id))[0]?.['version'] === 'changed';
  }

  for (const person of PERSONS) {
    for (const verb of ['select', 'insert', 'update', 'delete'] as const) {
      const may = ADMINS.includes(person);
      test(`${person} ${may ? 'may' : 'may not'} ${verb} it`, async () => {
        expect(await tryVerb(clients[person], verb)).toBe(may);
      });
    }
  }

  test('it names the person who wrote it, whatever the request says', async () => {
    const post = await createPost();
    const row = { post_id: post.id, version: 'f:1', fields: {}, base: post.updated_at, saved_by_email: 'x@y.example' };
    const { data } = await other.from('post_drafts').insert(row).select().single().throwOnError();
    const { data: person } = await other.auth.getUser();
    expect(data).toMatchObject({ saved_by: person.user?.id, saved_by_email: person.user?.email });
  });

  test('it is rejected where the post was saved after its base', async () => {
    const post = await createPost();
    await other.from('blog_posts').update({ title: 'Later' }).eq('id', post.id).throwOnError();
    const row = { post_id: post.id, version: 'f:1', fields: {}, base: post.updated_at };
    expect((await clients.admin.from('post_drafts').insert(row)).error?.code).toBe('P0001');
  });

  test('the save that includes it deletes it, in one transaction', async () => {
    const post = await createPost();
    const { version } = await draftOf(post);
    const change = { title: 'Updated', save_options: { operation: 'o1', draft: version } };
    await clients.admin.from('blog_posts').update(change).eq('id', post.id).throwOnError();
    expect(await storedDrafts(post.id)).toEqual([]);
    const { data } = await clients.admin.from('blog_posts').select().eq('id', post.id).single().throwOnError();
    expect(data).toMatchObject({ title: 'Updated', save_options: null });
  });

  test('a save that includes a write without an answer deletes the draft that the write made', async () => {
    const post = await createPost();
    await draftOf(post, 'o2');
    const save_options = { operation: 'o3', draft: 'o1', unanswered: ['o0', 'o2'] };
    await clients.admin.from('blog_posts').update({ title: 'Updated', save_options }).eq('id', post.id).throwOnError();
    expect(await storedDrafts(post.id)).toEqual([]);
  });

  test('a save that has not seen it leaves it', async () => {
    const post = await createPost();
    await draftOf(post, 'o2');
    for (const save_options of [{ operation: 'o3', draft: 'o1', unanswered: ['o0'] }, { operation: 'o4' }, null]) {
      await other.from('blog_posts').update({ title: 'Other', save_options }).eq('id', post.id).throwOnError();
    }
    await clients.admin.from('blog_posts').update({ status: 'archived' }).eq('id', post.id).throwOnError();
    expect(await storedDrafts(post.id)).toHaveLength(1);
  });

  test('it returns with a deleted post, and goes with it after thirty days', async () => {
    const post = await createPost();
    await draftOf(post);
    await clients.admin.from('blog_posts').delete().eq('id', post.id).throwOnError();
    expect(await storedDrafts(post.id)).toHaveLength(1);
    await app.query(`update public.deleted_items set deleted_at = now() - interval '31 days' where row_id = $1`, [
      post.id,
    ]);
    await app.query('select public.purge_deleted_items()');
    expect(await storedDrafts(post.id)).toEqual([]);
  });
});

describe('presence', () => {
  const report = (client: Client, post_id: string, user_id: string) =>
    client.from('post_presence').upsert({ post_id, user_id }, { onConflict: 'post_id,user_id' });
  const seen = async (client: Client, post_id: string) =>
    (await client.from('post_presence').select('user_email').eq('post_id', post_id)).data ?? [];

  test('administrators see each other, by the address of the token; other callers see nobody', async () => {
    const { id } = await createPost();
    for (let beats = 0; beats < 2; beats += 1) await report(other, id, await idOf(other)).throwOnError();
    const { data } = await other.auth.getUser();
    expect(await seen(clients.admin, id)).toEqual([{ user_email: data.user?.email }]);
    expect(await seen(clients['signed-in'], id)).toEqual([]);
    expect(await seen(clients.anonymous, id)).toEqual([]);
  });

  test('nobody reports or ends the presence of another, and only administrators report their own', async () => {
    const { id } = await createPost();
    await report(other, id, await idOf(other)).throwOnError();
    expect((await report(clients.admin, id, await idOf(other))).error?.code).toBe('42501');
    expect((await report(clients['signed-in'], id, await idOf(clients['signed-in']))).error?.code).toBe('42501');
    await clients.admin.from('post_presence').delete().eq('post_id', id);
    expect(await seen(other, id)).toHaveLength(1);
  });

  test('a presence that is not repeated is not shown after a minute, and is deleted after an hour', async () => {
    const { id } = await createPost();
    await report(other, id, await idOf(other)).throwOnError();
    const age = (interval: string) => [
      'alter table public.post_presence disable trigger keep_presence',
      `update public.post_presence set seen_at = now() - interval '${interval}' where post_id = '${id}'`,
      'alter table public.post_presence enable trigger keep_presence',
    ];
    for (const statement of age('61 seconds')) await app.query(statement);
    expect(await seen(clients.admin, id)).toEqual([]);
    for (const statement of age('61 minutes')) await app.query(statement);
    const userId = await idOf(other);
    const again = other.from('post_presence').update({ user_id: userId }).eq('post_id', id).select('post_id');
    expect((await again).data).toEqual([{ post_id: id }]);
    for (const statement of age('61 minutes')) await app.query(statement);
    await report(other, (await createPost()).id, await idOf(other)).throwOnError();
    expect(await app.query('select 1 from public.post_presence where post_id = $1', [id])).toEqual([]);
  });
});

describe('autosaves', () => {
  const autosave = (client: Client, id: string, content: string) =>
    client
      .from('blog_posts')
      .update({ content, save_options: { operation: 'f', autosave: true } })
      .eq('id', id)
      .throwOnError();
  const revisions = async (id: string) =>
    (await app.query('select post, saved_from from public.post_revisions where post_id = $1 order by id', [id])).map(
      ({ post }) => (post as { content: string }).content,
    );
  const entries = (id: string) => app.query('select verb from public.activity where subject_id = $1 order by id', [id]);

  test('those of one editor make one revision and one entry of the activity list', async () => {
    const { id } = await createPost({ status: 'draft', content: 'By hand' });
    for (const content of ['One', 'One two', 'One two three']) await autosave(clients.admin, id, content);
    expect(await revisions(id)).toEqual(['By hand', 'One two three']);
    expect(await entries(id)).toEqual([{ verb: 'created' }]);
    await autosave(other, id, 'One two three four');
    expect(await revisions(id)).toEqual(['By hand', 'One two three', 'One two three four']);
    expect(await entries(id)).toEqual([{ verb: 'created' }, { verb: 'changed' }]);
  });

  test('a save that the editor asked for has a revision and an entry of its own', async () => {
    const { id } = await createPost({ status: 'draft', content: 'By hand' });
    await autosave(clients.admin, id, 'One');
    await clients.admin.from('blog_posts').update({ content: 'One, saved' }).eq('id', id).throwOnError();
    await autosave(clients.admin, id, 'One, saved, two');
    expect(await revisions(id)).toEqual(['By hand', 'One', 'One, saved', 'One, saved, two']);
    expect(await entries(id)).toHaveLength(2);
  });

  test('one that removes much text keeps the text before it as a revision', async () => {
    const { id } = await createPost({ status: 'draft', content: 'By hand' });
    const long = 'word '.repeat(100);
    await autosave(clients.admin, id, long);
    await autosave(clients.admin, id, 'x');
    expect(await revisions(id)).toEqual(['By hand', long, 'x']);
  });

  test('after ten minutes there is another revision and another entry', async () => {
    const { id } = await createPost({ status: 'draft', content: 'By hand' });
    await autosave(clients.admin, id, 'One');
    await app.query(`update public.post_revisions set started_at = now() - interval '11 minutes' where post_id = $1`, [
      id,
    ]);
    await autosave(clients.admin, id, 'One two');
    expect(await revisions(id)).toEqual(['By hand', 'One', 'One two']);
  });

  test('after the clock was set back there is another revision and another entry', async () => {
    const { id } = await createPost({ status: 'draft', content: 'By hand' });
    await autosave(clients.admin, id, 'One');
    await app.query(`update public.post_revisions set started_at = now() + interval '1 hour' where post_id = $1`, [id]);
    await app.query(`begin;
      set local people.erasing = 'on';
      update public.activity set happened_at = now() + interval '1 hour' where subject_id = '${id}';
      commit`);
    await autosave(clients.admin, id, 'One two');
    expect(await revisions(id)).toEqual(['By hand', 'One', 'One two']);
    expect(await entries(id)).toEqual([{ verb: 'created' }, { verb: 'changed' }]);
  });

  test('a revision has the time of the post and the form that saved it', async () => {
    const { id } = await createPost({ status: 'draft' });
    await autosave(clients.admin, id, 'One');
    const rows = await app.query(
      `select r.saved_from, r.saved_at = p.updated_at as is_same from public.post_revisions r
       join public.blog_posts p on p.id = r.post_id where p.id = $1 order by r.id desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ saved_from: 'f', is_same: true }]);
  });
});

test.each(Object.values(FLAT_ITEMS))('an update of $table changes its version', async ({ table, values }) => {
  const id = randomUUID();
  const { data: made } = await clients.admin
    .from(table)
    .insert({ id, ...values(id) } as never)
    .select()
    .single()
    .throwOnError();
  expect(made?.updated_at).toBe(made?.created_at);
  const save = (name: string) =>
    clients.admin
      .from(table)
      .update({ name })
      .eq('id', id)
      .eq('updated_at', made?.updated_at ?? '')
      .select('id');
  expect((await save('Mine')).data).toHaveLength(1);
  expect((await save('Yours')).data).toEqual([]);
});

test('only posts that are or were published notify the processes that keep public pages', async () => {
  const tellers = await app.query(
    `select tgname, pg_get_triggerdef(oid) like '%''published''%' as is_limited from pg_trigger
     where tgrelid = 'public.blog_posts'::regclass and tgname like 'tell_content_%' order by tgname`,
  );
  expect(tellers).toEqual([
    { tgname: 'tell_content_changed', is_limited: true },
    { tgname: 'tell_content_deleted', is_limited: true },
    { tgname: 'tell_content_truncated', is_limited: false },
    { tgname: 'tell_content_updated', is_limited: true },
  ]);
});
