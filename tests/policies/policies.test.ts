import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';
import { idOf, signInPersons } from './persons.ts';
import { PERSONS, type Person, RIGHTS, type Subject, type Verb } from './rights.ts';

let app: TestApp;
let clients: Record<Person, Client>;

beforeAll(async () => {
  app = await shareTestApp();
  clients = await signInPersons(app);
});
afterAll(() => app?.stop());

async function makeAccount(id: string = randomUUID()): Promise<string> {
  await app.query(
    `insert into auth.users (id, email, aud, role, email_confirmed_at)
     values ($1, $2, 'authenticated', 'authenticated', now())`,
    [id, `${id}@person.example`],
  );
  return id;
}

/** A new row of the subject, as the API would insert it. It belongs to none of the four callers. */
async function newRow({ key = 'id', values }: Subject): Promise<Record<string, unknown>> {
  const id = randomUUID();
  if (key === 'user_id') await makeAccount(id);
  return { [key]: id, ...values(id) };
}

async function insertRow(subject: Subject): Promise<Record<string, unknown>> {
  const row = await newRow(subject);
  const { error } = await app.service.from(subject.table).insert(row as never);
  if (error) throw error;
  return row;
}

async function storedRow(
  { table, key = 'id' }: Subject,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  return (await app.query(`select * from public.${table} where ${key} = $1`, [row[key]]))[0];
}

/** Tries the verb through the API; returns whether the database shows its effect. */
async function tryVerb(client: Client, verb: Verb, subject: Subject): Promise<boolean> {
  const { table, key: mark = 'id', change } = subject;
  const row = verb === 'insert' ? await newRow(subject) : await insertRow(subject);
  const key = row[mark] as string;
  if (verb === 'select') {
    const { data } = await client
      .from(table)
      .select()
      .eq(mark as never, key);
    return data?.length === 1;
  }
  if (verb === 'insert') {
    await client.from(table).insert(row as never);
    return (await storedRow(subject, row)) !== undefined;
  }
  if (verb === 'delete') {
    await client
      .from(table)
      .delete()
      .eq(mark as never, key);
    return (await storedRow(subject, row)) === undefined;
  }
  const before = await storedRow(subject, row);
  await client
    .from(table)
    .update(change as never)
    .eq(mark as never, key);
  const [column] = Object.keys(change);
  const after = await storedRow(subject, row);
  return String(before?.[column ?? '']) !== String(after?.[column ?? '']);
}

describe.each(RIGHTS)('$row', (subject) => {
  for (const person of PERSONS) {
    for (const verb of ['select', 'insert', 'update', 'delete'] as const) {
      const may = subject.allowed[verb].includes(person);
      test(`${person} ${may ? 'may' : 'may not'} ${verb} it`, async () => {
        expect(await tryVerb(clients[person], verb, subject)).toBe(may);
      });
    }
  }
});

test('a signed-in user cannot make themselves an administrator', async () => {
  const user_id = await idOf(clients['signed-in']);
  const { error } = await clients['signed-in'].from('admin_users').insert({ user_id });
  expect(error?.code).toBe('42501');
});

test.each([
  ['is empty', { name: '' }],
  ['is longer than 80 characters', { name: 'a'.repeat(81) }],
  ['begins with a blank', { name: ' Asha' }],
  ['has a line break', { name: 'Asha\nRao' }],
  ['turns the direction of the text', { name: 'Asha\u202eRao' }],
  ['is given beside a person of the firm', { name: 'Asha', person: 'a-partner' }],
  ['is missing', { name: null, person: null }],
  ['is no id of a person', { name: null, person: 'A Partner' }],
])('a name that %s is not accepted', async (_, profile) => {
  const { error } = await clients.admin.from('profiles').insert({ user_id: await idOf(clients.admin), ...profile });
  expect(error?.code).toBe('23514');
});

test('a name may have letters of any script', async () => {
  const user_id = await makeAccount();
  const { error } = await clients.admin.from('profiles').insert({ user_id, name: 'क्\u200dष नारायण' });
  expect(error).toBeNull();
});

test('no caller can read auth.users or mail.outbox', async () => {
  for (const client of Object.values(clients)) {
    const untyped = client as unknown as { schema: (name: string) => Client };
    expect(
      (
        await untyped
          .schema('auth')
          .from('users' as never)
          .select()
      ).error?.code,
    ).toBe('PGRST106');
    expect(
      (
        await untyped
          .schema('mail')
          .from('outbox' as never)
          .select()
      ).error?.code,
    ).toBe('PGRST106');
  }
});

test('a new post belongs to the administrator who creates it, whatever author_id the request has', async () => {
  const otherAccount = await makeAccount();
  const post = { title: 'Mine', slug: `p-${randomUUID()}`, content: 'Text', author_id: otherAccount };
  const created = await clients.admin.from('blog_posts').insert(post).select().single();
  expect(created.data?.author_id).toBe(await idOf(clients.admin));
});

test('published_at is set at the first publication and does not change after it', async () => {
  const slug = `p-${randomUUID()}`;
  const { admin } = clients;
  const draft = await admin.from('blog_posts').insert({ title: 'A', slug, content: 'Text' }).select().single();
  expect(draft.data).toMatchObject({ status: 'draft', published_at: null });
  const published = await admin.from('blog_posts').update({ status: 'published' }).eq('slug', slug).select().single();
  const first = published.data?.published_at;
  expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(60_000);
  await admin.from('blog_posts').update({ status: 'archived' }).eq('slug', slug);
  const again = await admin
    .from('blog_posts')
    .update({ status: 'published', title: 'B' })
    .eq('slug', slug)
    .select()
    .single();
  expect(again.data?.published_at).toBe(first);
});

test('the account of an author can be deleted, and the post stays', async () => {
  const slug = `p-${randomUUID()}`;
  const leaving = await app.signIn({ admin: true });
  await leaving.from('blog_posts').insert({ title: 'A', slug, content: 'Text' });
  await app.query('delete from auth.users where id = $1', [await idOf(leaving)]);
  const { data: post } = await app.service.from('blog_posts').select().eq('slug', slug).single();
  expect(post?.author_id).toBeNull();
});
