import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpMfa } from '../support/mfa.ts';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client, TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { idOf } from './persons.ts';

let app: TestApp;
let admin: Client;
let writer: Client;
let colleague: Client;
let member: Client;
let writerId: string;

beforeAll(async () => {
  app = await shareTestApp();
  admin = await app.signIn({ admin: true });
  writer = await app.signIn({ admin: false, writer: true });
  colleague = await app.signIn({ admin: false, writer: true });
  member = await app.signIn({ admin: false });
  writerId = await idOf(writer);
});
afterAll(() => app?.stop());

const newPost = (post: object = {}) =>
  ({ id: randomUUID(), title: 'A title', slug: `p-${randomUUID()}`, content: 'Text', ...post }) as never;

async function insertPost(client: Client, post: object = {}) {
  const { data } = await client.from('blog_posts').insert(newPost(post)).select().single().throwOnError();
  return data;
}
const stored = async (id: string) =>
  (await app.query('select to_jsonb(p) as post from public.blog_posts p where id = $1', [id]))[0]?.['post'] as
    | Record<string, unknown>
    | undefined;
const seenBy = async (client: Client, id: string) =>
  (await client.from('blog_posts').select('id').eq('id', id)).data?.length === 1;
const change = (client: Client, id: string, values: object) =>
  client
    .from('blog_posts')
    .update(values as never)
    .eq('id', id)
    .select('id');
const ask = (client: Client, postId: string) => client.from('post_reviews').insert({ post_id: postId });
const reviewOf = async (id: string) =>
  (await app.query('select * from public.post_reviews where post_id = $1', [id]))[0];

describe('a draft of a writer', () => {
  test('is read, changed and deleted by its writer and by administrators, and by nobody else', async () => {
    const { id } = await insertPost(writer);
    for (const client of [app.anon, member, colleague]) {
      expect(await seenBy(client, id)).toBe(false);
      await change(client, id, { title: 'Not mine' });
      await client.from('blog_posts').delete().eq('id', id);
    }
    expect(await stored(id)).toMatchObject({ title: 'A title', author_id: writerId, status: 'draft' });
    expect([await seenBy(writer, id), await seenBy(admin, id)]).toEqual([true, true]);
    expect((await change(writer, id, { title: 'Mine' })).data).toHaveLength(1);
    expect((await change(admin, id, { title: 'Edited' })).data).toHaveLength(1);
    expect((await writer.from('blog_posts').delete().eq('id', id).select('id')).data).toHaveLength(1);
  });

  const PUBLIC = { status: 'published' };
  const WAYS: [string, object][] = [
    ['published', PUBLIC],
    ['scheduled', { ...PUBLIC, published_at: new Date(Date.now() + 1000).toISOString() }],
    ['archived', { status: 'archived' }],
  ];
  test.each(WAYS)('cannot become %s by an insert, an upsert or an update', async (_, values) => {
    const row = { title: 'A title', slug: `p-${randomUUID()}`, content: 'Text', ...values } as never;
    expect((await writer.from('blog_posts').insert(row)).error?.code).toBe('42501');
    expect((await writer.from('blog_posts').upsert(row, { onConflict: 'slug' })).error?.code).toBe('42501');
    const { id, slug } = await insertPost(writer);
    expect((await change(writer, id, values)).error?.code).toBe('42501');
    for (const [onConflict, key] of [
      ['id', { id }],
      ['slug', { slug }],
    ] as const) {
      const upserted = newPost({ slug, ...values, ...key });
      expect((await writer.from('blog_posts').upsert(upserted, { onConflict })).error).not.toBeNull();
    }
    expect(await stored(id)).toMatchObject({ status: 'draft', published_at: null });
    expect(await seenBy(app.anon, id)).toBe(false);
  });

  test('has no time of publication and keeps its author, whatever the request says', async () => {
    const wanted = { published_at: '2020-01-01T00:00:00Z', author_id: await idOf(admin) };
    const { id } = await insertPost(writer, wanted);
    await change(writer, id, wanted);
    expect(await stored(id)).toMatchObject({ status: 'draft', published_at: null, author_id: writerId });
  });

  test('gets a reviewer from an administrator only', async () => {
    const row = newPost({ reviewer: 'a-partner' });
    expect((await writer.from('blog_posts').insert(row)).error?.code).toBe('42501');
    const { id } = await insertPost(writer, { author: 'a-partner', law_as_of: '2026-07-31' });
    expect((await change(writer, id, { reviewer: 'a-partner' })).error?.code).toBe('42501');
    await change(admin, id, { reviewer: 'a-partner' }).throwOnError();
    expect((await change(writer, id, { title: 'Changed', reviewer: 'a-partner' })).data).toHaveLength(1);
    expect((await change(writer, id, { reviewer: null })).error?.code).toBe('42501');
  });

  test('gets another slug where a hidden draft has it', async () => {
    const { slug } = await insertPost(admin);
    const made = await insertPost(writer, { slug });
    expect(made.slug).toBe(`${slug}-2`);
    await change(writer, made.id, { slug }).throwOnError();
    expect(await stored(made.id)).toMatchObject({ slug: `${slug}-2` });
  });

  test('does not change once it was public, also after it is unpublished', async () => {
    const { id } = await insertPost(writer);
    await change(admin, id, { status: 'published' }).throwOnError();
    for (const status of ['published', 'archived', 'draft']) {
      await change(admin, id, { status }).throwOnError();
      expect((await change(writer, id, { title: 'Later' })).data).toEqual([]);
      expect((await writer.from('blog_posts').delete().eq('id', id).select('id')).data).toEqual([]);
      expect(await seenBy(writer, id)).toBe(true);
    }
  });

  test('is theirs again when an administrator schedules it and withdraws it before its time', async () => {
    const { id } = await insertPost(writer);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await change(admin, id, { status: 'published', published_at: tomorrow }).throwOnError();
    expect((await change(writer, id, { title: 'Later' })).data).toEqual([]);
    await change(admin, id, { status: 'draft' }).throwOnError();
    expect((await change(writer, id, { title: 'Later' })).data).toEqual([{ id }]);
    expect((await ask(writer, id)).error).toBeNull();
  });

  test('is restored by its writer after they deleted it, still as a draft, and by no other writer', async () => {
    const { id } = await insertPost(writer);
    await writer.from('blog_posts').delete().eq('id', id).throwOnError();
    const restore = (client: Client) =>
      client
        .from('deleted_items')
        .update({ restored_at: new Date().toISOString() })
        .eq('row_id', id)
        .is('restored_at', null)
        .select('id');
    expect((await restore(colleague)).data).toEqual([]);
    expect((await restore(writer)).data).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: 'draft', author_id: writerId });
  });
});

describe('a writer and what is not theirs', () => {
  test('a deleted post of an administrator is neither seen nor restored, and its id is not used again', async () => {
    const { id } = await insertPost(admin, { status: 'published' });
    await change(admin, id, { status: 'draft', content: 'A secret' }).throwOnError();
    await admin.from('blog_posts').delete().eq('id', id).throwOnError();
    expect((await writer.from('deleted_items').select().eq('row_id', id)).data).toEqual([]);
    await writer.from('deleted_items').update({ restored_at: new Date().toISOString() }).eq('row_id', id);
    const own = await insertPost(writer);
    const [words] = await app.query(`select id from public.site_words where page = 'home'`);
    for (const other of [id, words?.['id'] as string]) {
      expect((await writer.from('blog_posts').insert(newPost({ id: other }))).error?.code).toBe('42501');
      expect((await change(writer, own.id, { id: other })).error?.code).toBe('42501');
      expect((await writer.from('post_revisions').select('id').eq('post_id', other)).data).toEqual([]);
      expect(await stored(other)).toBeUndefined();
    }
    expect((await change(admin, own.id, { id })).data).toEqual([{ id: own.id }]);
  });

  test.each(['post_presence', 'post_previews'] as const)('nothing of an administrator is read in %s', async (table) => {
    const { id } = await insertPost(admin);
    await admin.from('post_presence').insert({ post_id: id }).throwOnError();
    await admin.rpc('create_post_preview', { post: id }).throwOnError();
    const read = (client: Client) => client.from(table).select('post_id').eq('post_id', id);
    expect((await read(admin)).data).toHaveLength(1);
    expect((await read(writer)).data).toEqual([]);
  });

  test.each(['view_counts', 'writers'] as const)('nothing of others is read in %s', async (table) => {
    const { data } = await writer.from(table as 'writers').select();
    expect(JSON.stringify(data)).not.toContain(await idOf(admin));
    expect(data?.map((row) => row.user_id)).toEqual(table === 'writers' ? [writerId] : []);
  });

  test('the settings are not changed', async () => {
    expect((await writer.from('site_settings').update({ require_mfa: true }).eq('id', true).select('id')).data).toEqual(
      [],
    );
  });

  test('no link for people without an account is made, of a colleague or of their own', async () => {
    for (const client of [writer, colleague]) {
      const { id } = await insertPost(client);
      expect((await writer.rpc('create_post_preview', { post: id })).error?.code).toBe('42501');
      const row = { post_id: id, token_hash: randomUUID() };
      expect((await writer.from('post_previews').insert(row)).error?.code).toBe('42501');
    }
  });

  test('no pending draft is made, and an account is neither exported nor deleted', async () => {
    const { id, updated_at } = await insertPost(writer);
    const draft = { post_id: id, version: 'a:1', fields: {}, base: updated_at };
    expect((await writer.from('post_drafts').insert(draft)).error?.code).toBe('42501');
    expect((await writer.rpc('export_account', { account: writerId })).error?.code).toBe('42501');
    expect((await writer.rpc('delete_account', { account: await idOf(member) })).error?.code).toBe('42501');
    expect((await writer.rpc('view_report', { since: '2020-01-01' })).data).toMatchObject({ days: [] });
  });

  test('nobody gets a role from them, and they stay a writer', async () => {
    const memberId = await idOf(member);
    for (const table of ['writers', 'admin_users'] as const) {
      for (const user_id of [memberId, writerId, await idOf(admin)]) {
        expect((await writer.from(table).insert({ user_id })).error?.code).toMatch(/42501|23505/);
      }
      await writer
        .from(table)
        .delete()
        .in('user_id', [writerId, await idOf(admin)]);
    }
    const { data } = await admin.from('accounts').select('id, is_admin, is_writer').in('id', [memberId, writerId]);
    expect(data?.find(({ id }) => id === memberId)).toMatchObject({ is_admin: false, is_writer: false });
    expect(data?.find(({ id }) => id === writerId)).toMatchObject({ is_admin: false, is_writer: true });
  });

  test('they give themselves a name, and nobody else', async () => {
    const own = { user_id: writerId, name: 'Asha Rao' };
    expect((await writer.from('profiles').upsert(own)).error).toBeNull();
    expect((await writer.from('profiles').upsert({ ...own, user_id: await idOf(colleague) })).error?.code).toBe(
      '42501',
    );
    expect((await colleague.from('profiles').select('name').eq('user_id', writerId)).data).toEqual([
      { name: 'Asha Rao' },
    ]);
    expect((await member.from('profiles').select()).data).toEqual([]);
  });
});

describe('files', () => {
  const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
  const picture = () => new Blob([GIF], { type: 'image/gif' });
  const media = (client: Client) => client.storage.from('media');
  const version = async (name: string) =>
    (await app.query('select version from storage.objects where name = $1', [name]))[0]?.['version'];
  const upload = async (client: Client) => {
    const name = `${randomUUID()}.gif`;
    expect((await media(client).upload(name, picture())).error).toBeNull();
    return name;
  };

  test('a writer uploads and lists files of their own, and sees none of others', async () => {
    const [own, theirs] = [await upload(writer), await upload(admin)];
    const names = (await media(writer).list()).data?.map(({ name }) => name);
    expect(names).toContain(own);
    expect(names).not.toContain(theirs);
    expect((await media(writer).info(theirs)).error).not.toBeNull();
    expect((await media(colleague).info(own)).error).not.toBeNull();
  });

  test('a writer uploads by a signed address', async () => {
    const name = `${randomUUID()}.gif`;
    const { data } = await media(writer).createSignedUploadUrl(name);
    expect((await media(writer).uploadToSignedUrl(name, data?.token ?? '', picture())).error).toBeNull();
    expect((await media(writer).list('', { search: name })).data).toHaveLength(1);
  });

  test('a writer replaces, moves, copies and deletes no file, not even their own', async () => {
    for (const name of [await upload(writer), await upload(colleague), await upload(admin)]) {
      const before = await version(name);
      await media(writer).upload(name, picture(), { upsert: true });
      await media(writer).update(name, picture());
      await media(writer).move(name, `${randomUUID()}.gif`);
      await media(writer).remove([name]);
      const { data } = await media(writer).createSignedUploadUrl(name, { upsert: true });
      if (data) await media(writer).uploadToSignedUrl(name, data.token, picture(), { upsert: true });
      expect(await version(name)).toBe(before);
    }
  });
});

describe('a review', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await insertPost(writer));
  });

  test('is asked for by the writer of the draft only', async () => {
    for (const client of [app.anon, member, colleague, admin]) {
      expect((await ask(client, id)).error?.code).toBe('42501');
    }
    await ask(writer, id).throwOnError();
    expect(await reviewOf(id)).toMatchObject({ state: 'waiting', note: null, decided_at: null });
    for (const client of [app.anon, member, colleague]) {
      expect((await client.from('post_reviews').select().eq('post_id', id)).data ?? []).toEqual([]);
    }
    expect((await admin.from('post_reviews').select().eq('post_id', id)).data).toHaveLength(1);
  });

  test('is not asked for a post that is public', async () => {
    await change(admin, id, { status: 'published' }).throwOnError();
    expect((await ask(writer, id)).error).not.toBeNull();
    expect(await reviewOf(id)).toBeUndefined();
  });

  test('stops the writer from changing and deleting the draft until they withdraw it', async () => {
    await ask(writer, id).throwOnError();
    const refused = { code: '42501', message: 'The post waits for review. Withdraw it to change it.' };
    expect((await change(writer, id, { title: 'Later' })).error).toMatchObject(refused);
    expect((await writer.from('blog_posts').delete().eq('id', id)).error).toMatchObject(refused);
    expect((await change(admin, id, { title: 'Edited' })).data).toHaveLength(1);
    await writer.from('post_reviews').delete().eq('post_id', id).throwOnError();
    expect(await reviewOf(id)).toBeUndefined();
    expect((await change(writer, id, { title: 'Later' })).data).toHaveLength(1);
  });

  test('is returned with a note by an administrator only, and asked for again', async () => {
    await ask(writer, id).throwOnError();
    const give = (client: Client, values: object) =>
      client.from('post_reviews').update(values).eq('post_id', id).select('state');
    for (const client of [member, colleague]) expect((await give(client, { state: 'returned' })).data).toEqual([]);
    expect((await give(writer, { state: 'returned' })).error?.code).toBe('42501');
    await give(writer, { state: 'waiting', note: 'My own note' });
    expect(await reviewOf(id)).toMatchObject({ note: null });
    expect((await give(admin, { state: 'returned', note: ' Name the rule. ' })).data).toHaveLength(1);
    expect(await reviewOf(id)).toMatchObject({
      state: 'returned',
      note: 'Name the rule.',
      decided_by: await idOf(admin),
    });
    expect((await change(writer, id, { title: 'Mended' })).data).toHaveLength(1);
    expect((await writer.from('post_reviews').delete().eq('post_id', id).select('state')).data).toEqual([]);
    expect((await give(admin, { state: 'waiting' })).data).toEqual([]);
    expect((await give(writer, { state: 'waiting' })).data).toHaveLength(1);
    expect(await reviewOf(id)).toMatchObject({ state: 'waiting', note: 'Name the rule.' });
  });

  test('ends when the post is published, with its comments', async () => {
    await ask(writer, id).throwOnError();
    await admin.from('post_comments').insert({ post_id: id, text: 'Good' }).throwOnError();
    await change(admin, id, { status: 'published' }).throwOnError();
    expect(await reviewOf(id)).toBeUndefined();
    const open = await app.query('select 1 from public.post_comments where post_id = $1 and resolved_at is null', [id]);
    expect(open).toEqual([]);
    expect((await writer.from('post_comments').select().eq('post_id', id)).data).toEqual([]);
  });

  test('is in the activity list, step by step', async () => {
    await ask(writer, id).throwOnError();
    await writer.from('post_reviews').delete().eq('post_id', id).throwOnError();
    await ask(writer, id).throwOnError();
    await admin.from('post_reviews').update({ state: 'returned' }).eq('post_id', id).throwOnError();
    await writer.from('post_reviews').update({ state: 'waiting' }).eq('post_id', id).throwOnError();
    await change(admin, id, { status: 'published' }).throwOnError();
    const { data } = await admin.from('activity').select('verb').eq('subject_id', id).order('id').throwOnError();
    expect(data.map(({ verb }) => verb)).toEqual([
      'created',
      'review asked',
      'review withdrawn',
      'review asked',
      'returned',
      'review asked',
      'published',
    ]);
  });

  test('returns with a deleted post, and goes with it after thirty days', async () => {
    await ask(writer, id).throwOnError();
    await writer.from('post_comments').insert({ post_id: id, text: 'A question' }).throwOnError();
    await admin.from('blog_posts').delete().eq('id', id).throwOnError();
    expect((await admin.from('post_reviews').select().eq('post_id', id)).data).toEqual([]);
    expect(await reviewOf(id)).toBeDefined();
    await app.query(`update public.deleted_items set deleted_at = now() - interval '31 days' where row_id = $1`, [id]);
    await app.query('select public.purge_deleted_items()');
    expect(await reviewOf(id)).toBeUndefined();
    expect(await app.query('select 1 from public.post_comments where post_id = $1', [id])).toEqual([]);
  });
});

describe('comments', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await insertPost(writer));
  });
  const comment = (client: Client, values: object = {}) =>
    client
      .from('post_comments')
      .insert({ post_id: id, text: 'Why?', block: 2, quote: 'The start', ...values } as never)
      .select();
  const listed = (client: Client) => client.from('post_comments').select().eq('post_id', id).order('created_at');

  test('are written and read by administrators and by the writer of the draft only', async () => {
    for (const client of [app.anon, member, colleague]) {
      expect((await comment(client)).error?.code).toBe('42501');
    }
    const { data } = await comment(admin).throwOnError();
    const answer = await comment(writer, { answers: data[0]?.id, block: 7, quote: 'Another' }).throwOnError();
    expect(answer.data[0]).toMatchObject({ author_id: writerId, block: 2, quote: 'The start' });
    expect([(await listed(admin)).data?.length, (await listed(writer)).data?.length]).toEqual([2, 2]);
    for (const client of [member, colleague]) expect((await listed(client)).data).toEqual([]);
  });

  test('are resolved, and never written anew or deleted', async () => {
    const { data } = await comment(admin).throwOnError();
    const of = data[0]?.id ?? '';
    const update = (client: Client, values: object) =>
      client
        .from('post_comments')
        .update(values as never)
        .eq('id', of)
        .select('id');
    for (const client of [writer, admin]) {
      expect((await update(client, { text: 'Changed' })).error?.code).toBe('42501');
      expect((await client.from('post_comments').delete().eq('id', of)).error?.code).toBe('42501');
    }
    expect((await update(colleague, { resolved_at: '2020-01-01T00:00:00Z' })).data).toEqual([]);
    expect((await update(writer, { resolved_at: '2020-01-01T00:00:00Z' })).data).toHaveLength(1);
    const resolved = (await listed(admin)).data?.[0]?.resolved_at ?? '';
    expect(Math.abs(Date.parse(resolved) - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    ['is empty', { text: '  ' }, '23514'],
    ['is longer than 2,000 characters', { text: 'a'.repeat(2001) }, '23514'],
    ['quotes more than 200 characters', { quote: 'a'.repeat(201) }, '23514'],
    ['belongs to no post', { post_id: randomUUID() }, 'P0001'],
    ['answers no comment', { answers: randomUUID() }, 'P0001'],
    ['names its author', { author_id: randomUUID() }, '42501'],
  ])('one that %s is not accepted', async (_, values, code) => {
    expect((await comment(admin, values)).error?.code).toBe(code);
  });

  test('one of another post is not answered', async () => {
    const other = await insertPost(admin);
    const { data } = await comment(admin, { post_id: other.id }).throwOnError();
    expect((await comment(writer, { answers: data[0]?.id })).error?.code).toBe('P0001');
  });
});

describe('the role', () => {
  const roleOf = async (id: string) => {
    const { data } = await admin.from('accounts').select('is_admin, is_writer').eq('id', id).single().throwOnError();
    return data;
  };

  test('of an administrator and of a writer takes the place of the other', async () => {
    const person = await app.signIn({ admin: false });
    const id = await idOf(person);
    await admin.from('writers').insert({ user_id: id }).throwOnError();
    expect(await roleOf(id)).toEqual({ is_admin: false, is_writer: true });
    await admin.from('admin_users').insert({ user_id: id }).throwOnError();
    expect(await roleOf(id)).toEqual({ is_admin: true, is_writer: false });
    await admin.from('writers').insert({ user_id: id }).throwOnError();
    expect(await roleOf(id)).toEqual({ is_admin: false, is_writer: true });
    const { data } = await admin
      .from('activity')
      .select('verb, subject')
      .eq('subject_id', id)
      .order('id')
      .throwOnError();
    expect(data).toEqual([
      { verb: 'granted', subject: 'writer' },
      expect.objectContaining({ subject: expect.stringMatching(/writer|administrator/) }),
      expect.objectContaining({ subject: expect.stringMatching(/writer|administrator/) }),
      expect.objectContaining({ subject: expect.stringMatching(/writer|administrator/) }),
      expect.objectContaining({ subject: expect.stringMatching(/writer|administrator/) }),
    ]);
    expect((await person.from('accounts').select()).data).toEqual([]);
  });

  test('is one also where two administrators give both at the same time', async () => {
    const id = await idOf(await app.signIn({ admin: false }));
    const giving = app.query(
      `begin; insert into public.writers (user_id) values ('${id}'); select pg_sleep(1); commit`,
    );
    await waitFor(
      async () => (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0,
    );
    await Promise.all([giving, admin.from('admin_users').insert({ user_id: id }).throwOnError()]);
    expect(await roleOf(id)).toEqual({ is_admin: true, is_writer: false });
  });

  test('is not given to an account whose address nobody confirmed', async () => {
    const id = randomUUID();
    await app.query(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'set by an attacker')`, [
      id,
      `${id}@person.example`,
    ]);
    expect((await admin.from('writers').insert({ user_id: id })).error?.code).toBe('42501');
  });

  test('ends with its row and with the session', async () => {
    const leaving = await app.signIn({ admin: false, writer: true });
    const { id } = await insertPost(leaving);
    await leaving.rpc('is_writer').throwOnError();
    await app.query('delete from auth.sessions where user_id = $1', [await idOf(leaving)]);
    expect((await leaving.rpc('is_writer')).data).toBe(false);
    expect(await seenBy(leaving, id)).toBe(false);

    const removed = await app.signIn({ admin: false, writer: true });
    await admin
      .from('writers')
      .delete()
      .eq('user_id', await idOf(removed))
      .throwOnError();
    expect((await removed.from('blog_posts').insert(newPost())).error?.code).toBe('42501');
  });

  test('waits for MFA where the account has it, or where it is required', async () => {
    const [email, password] = [`${randomUUID()}@person.example`, 'a long password'];
    const person = await app.signIn({ admin: false, writer: true, email, password });
    await setUpMfa(person);
    expect((await person.rpc('is_writer')).data).toBe(true);
    const byPassword = app.client();
    await byPassword.auth.signInWithPassword({ email, password });
    expect((await byPassword.rpc('is_writer')).data).toBe(false);
    await app.query('update public.site_settings set require_mfa = true');
    expect([(await person.rpc('is_writer')).data, (await writer.rpc('is_writer')).data]).toEqual([true, false]);
    expect((await writer.from('site_settings').select('require_mfa')).data).toEqual([{ require_mfa: true }]);
    await app.query('update public.site_settings set require_mfa = false');
  });
});
