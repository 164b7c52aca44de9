import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client, TestApp } from '../support/test-app.ts';

/** A caller without the right to write cannot make the database compute generated columns (issue 7, 13). */
let app: TestApp;
let person: Client;
let admin: Client;
/** The definition of the function that the test replaces. */
let original = '';
const post = (slug: string) => ({ title: 'A title', slug, content: 'duty '.repeat(100_000) });

beforeAll(async () => {
  app = await shareTestApp();
  person = await app.signIn({ admin: false });
  admin = await app.signIn({ admin: true });
  // Records whether the text of a post is computed for its generated columns.
  const [replaced] = await app.query(`select pg_get_functiondef('post_text.plain_text'::regproc) as text`);
  original = String(replaced?.['text']);
  await app.query('create sequence public.computed');
  await app.query('grant usage on sequence public.computed to authenticated, service_role');
  await app.query(`create or replace function post_text.plain_text(content text) returns text
    language plpgsql immutable strict as $$ begin perform nextval('public.computed'); return left(content, 100); end $$`);
});
afterAll(async () => {
  await app?.query(`${original}; drop sequence if exists public.computed`);
  await app?.stop();
});

const isComputed = async () => (await app.query('select is_called from public.computed'))[0]?.['is_called'];

test('a long post is rejected before its generated columns are computed', async () => {
  const forbidden = {
    status: 403,
    error: { code: '42501', message: 'new row violates row-level security policy for table "blog_posts"' },
  };
  expect(await person.from('blog_posts').insert(post('a'))).toMatchObject(forbidden);
  expect(await person.from('blog_posts').insert([post('a'), post('b')])).toMatchObject(forbidden);
  expect(await person.from('blog_posts').upsert(post('a'), { onConflict: 'slug' })).toMatchObject(forbidden);
  expect(await app.anon.from('blog_posts').insert(post('a'))).toMatchObject({
    status: 401,
    error: { code: '42501' },
  });
  expect(await isComputed()).toBe(false);
});

test('a long update without the right to update computes no generated columns', async () => {
  const { error } = await app.service.from('blog_posts').insert(post('theirs'));
  expect(error).toBeNull();
  expect(await isComputed()).toBe(true);
  await app.query(`select setval('public.computed', 1, false)`);
  await person
    .from('blog_posts')
    .update({ content: 'x'.repeat(900_000) })
    .eq('slug', 'theirs');
  expect(await isComputed()).toBe(false);
});

test('administrators, the service role and the operator can write, and a deleted post can be restored', async () => {
  expect((await admin.from('blog_posts').insert(post('of-admin'))).error).toBeNull();
  expect(
    (await admin.from('categories').upsert({ name: 'Tax', slug: 'tax' }, { onConflict: 'slug' })).error,
  ).toBeNull();
  expect(
    (await app.service.from('testimonials').insert({ name: 'n', company: 'c', testimonial: 't' })).error,
  ).toBeNull();
  await app.query(`insert into public.categories (name, slug) values ('Duty', 'duty')`);
  await admin.from('blog_posts').delete().eq('slug', 'of-admin').throwOnError();
  const restored = admin.from('deleted_items').update({ restored_at: new Date().toISOString() }).eq('name', 'A title');
  expect((await restored.select('id')).data).toHaveLength(1);
  expect((await admin.from('blog_posts').select('slug').eq('slug', 'of-admin')).data).toHaveLength(1);
});
