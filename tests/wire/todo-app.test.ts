import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyMigrations } from '../support/apply-migrations.ts';
import { type TestApp, linkIn, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type TodoApp, createTodoApp } from './todo-app/todos.ts';

/*
 * A Supabase project of the usual kind (todo-app/) on this backend: its migrations are applied to the running app as
 * they are, and the genuine client runs its code without a change.
 */
let app: TestApp;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  app = await startTestApp();
  // The site has a table of this name too.
  await app.query('drop table public.profiles cascade');
  await applyMigrations(app, join(import.meta.dirname, 'todo-app'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});
afterAll(() => app?.stop());

function connect(): SupabaseClient {
  const client = createClient(app.url, app.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
  });
  clients.push(client);
  return client;
}

/** Signs up, confirms by the mailed link, and signs in. */
async function signUp(name: string): Promise<TodoApp> {
  const client = connect();
  const person = { email: `${randomUUID()}@todo.example`, password: 'a long password' };
  const { error } = await client.auth.signUp({ ...person, options: { data: { full_name: name } } });
  expect(error).toBeNull();
  await fetch(linkIn(await app.mailTo(person.email)), { redirect: 'manual' });
  expect((await client.auth.signInWithPassword(person)).error).toBeNull();
  return createTodoApp(client);
}

test('a trigger on auth.users makes a profile of each new account, which its owner can change', async () => {
  const asha = await signUp('Asha Rao');
  expect(await asha.profile()).toMatchObject({ full_name: 'Asha Rao', username: null, updated_at: null });
  await asha.changeProfile({ username: `asha-${randomUUID()}` });
  expect((await asha.profile())?.updated_at).toMatch(/^\d{4}-/);
  await expect(asha.changeProfile({ username: 'ab' })).rejects.toMatchObject({ code: '23514' });
});

test('a list is shared by its code, and nobody else sees it', async () => {
  const [asha, ravi, stranger] = await Promise.all([signUp('Asha Rao'), signUp('Ravi Nair'), signUp('A Stranger')]);
  const title = `Groceries ${randomUUID()}`;
  const list = await asha.createList(title);
  expect(list.share_code).toMatch(/^[0-9a-f]{18}$/);
  const todos = await asha.addTodos(list.id, ['Buy rice', 'Buy ghee', 'Buy dal', 'Buy salt'], 'high');
  expect(todos.map(({ task, priority }) => `${task} ${priority}`)).toEqual([
    'Buy rice high',
    'Buy ghee high',
    'Buy dal high',
    'Buy salt high',
  ]);
  expect(await ravi.lists()).toEqual([]);
  await expect(ravi.addTodos(list.id, ['Buy nothing'])).rejects.toMatchObject({ code: '42501' });
  await expect(ravi.joinList('wrong')).rejects.toMatchObject({ code: 'PT404', hint: 'Ask for a new code' });

  expect((await ravi.joinList(list.share_code)).id).toBe(list.id);
  const [dal, , salt] = [todos[2], todos[1], todos[3]];
  await ravi.changeTodo(dal?.id ?? 0, { due: '2020-01-01' });
  await ravi.changeTodo(salt?.id ?? 0, { due: '2019-01-01' });
  expect(await ravi.lists()).toEqual([
    {
      title,
      owner: { full_name: 'Asha Rao' },
      todos: [{ count: 4 }],
      next: [{ task: 'Buy salt', due: '2019-01-01' }, { task: 'Buy dal', due: '2020-01-01' }, expect.anything()],
    },
  ]);
  expect(await asha.members(list.id)).toEqual([{ joined_at: expect.any(String), full_name: 'Ravi Nair' }]);
  expect(await stranger.lists()).toEqual([]);
  expect(await stranger.members(list.id)).toEqual([]);
});

test('functions, computed columns and relationships, views and steps of a to-do work', async () => {
  const asha = await signUp('Asha Rao');
  const list = await asha.createList(`Work ${randomUUID()}`);
  const [report, call, tax] = await asha.addTodos(list.id, ['Write the report', 'Call the bank', 'File the tax']);
  if (!report || !call || !tax) throw new Error('Three to-dos were added.');
  await asha.addStep(report, 'Collect the figures');
  expect(await asha.steps(list.id)).toEqual([
    { task: 'Write the report', steps: [{ task: 'Collect the figures' }] },
    { task: 'Call the bank', steps: [] },
    { task: 'File the tax', steps: [] },
  ]);
  await asha.changeTodo(tax.id, { due: '2020-01-01', tags: ['money', 'year'] });
  await asha.changeTodo(call.id, { is_complete: true, tags: ['money'] });
  expect(await asha.overdue(list.id)).toEqual([
    { task: 'File the tax', is_overdue: true, assignee: { full_name: 'Asha Rao' } },
  ]);
  expect(await asha.open(list.id, 'money')).toEqual({
    todos: [{ task: 'File the tax', priority: 'normal' }],
    count: 1,
  });
  expect(await asha.progress(list.id)).toEqual({ done: 1, open: 3 });
  await asha.clearCompleted(list.id);
  expect(await asha.progress(list.id)).toEqual({ done: 0, open: 3 });
  const digest = await connect().rpc('task_digest', { task: 'abc' });
  expect(digest.data).toMatch(/^ba7816bf/);
  await asha.deleteList(list.id);
  expect(await asha.lists()).toEqual([]);
});

test('avatars are public, and attachments belong to the members of a list', async () => {
  const [asha, ravi] = await Promise.all([signUp('Asha Rao'), signUp('Ravi Nair')]);
  const picture = sharp({ create: { width: 30, height: 30, channels: 3, background: '#345' } }).png();
  const png = new Blob([new Uint8Array(await picture.toBuffer())], { type: 'image/png' });
  const url = await asha.uploadAvatar(png);
  expect(await asha.uploadAvatar(png)).toBe(url);
  expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
  await asha.changeProfile({ avatar_url: url });

  const list = await asha.createList(`Papers ${randomUUID()}`);
  expect(await (await fetch(await asha.attach(list.id, 'note.txt', 'a note'))).text()).toBe('a note');
  await expect(ravi.attach(list.id, 'other.txt', 'x')).rejects.toThrow(/row-level security/);
  expect(await ravi.attachments(list.id)).toEqual([]);
  await ravi.joinList(list.share_code);
  expect(await ravi.attachments(list.id)).toEqual(['note.txt']);
});

test('members see each change of a list at once, and others see none', async () => {
  const [asha, ravi, stranger] = await Promise.all([signUp('Asha Rao'), signUp('Ravi Nair'), signUp('A Stranger')]);
  const list = await asha.createList(`Live ${randomUUID()}`);
  await ravi.joinList(list.share_code);
  const seen: string[] = [];
  const strange: string[] = [];
  await ravi.watch(list.id, (event, todo) => seen.push(`${event} ${todo.task} ${todo.is_complete}`));
  await stranger.watch(list.id, (event, todo) => strange.push(`${event} ${todo.task}`));
  const [todo] = await asha.addTodos(list.id, ['Watch this']);
  await waitFor(() => seen.length === 1);
  await asha.changeTodo(todo?.id ?? 0, { is_complete: true });
  await waitFor(() => seen.length === 2);
  expect(seen).toEqual(['INSERT Watch this false', 'UPDATE Watch this true']);
  await asha.clearCompleted(list.id);
  await waitFor(() => seen.length === 3);
  expect(seen[2]).toBe('DELETE undefined undefined');
  expect(strange.filter((event) => event !== 'DELETE undefined')).toEqual([]);
});

test('members of a private channel see who is there, and hear what the database says', async () => {
  const [asha, ravi, stranger] = await Promise.all([signUp('Asha Rao'), signUp('Ravi Nair'), signUp('A Stranger')]);
  const list = await asha.createList(`Talk ${randomUUID()}`);
  await ravi.joinList(list.share_code);
  const heard: [string, unknown][] = [];
  await asha.openList(list.id, 'asha', (event, payload) => heard.push([event, payload]));
  const channel = await ravi.openList(list.id, 'ravi', () => {});
  await waitFor(() => heard.some(([event, who]) => event === 'present' && String(who) === 'asha,ravi'));
  await channel.send({ type: 'broadcast', event: 'typing', payload: { name: 'Ravi' } });
  await waitFor(() => heard.some(([event]) => event === 'typing'));
  const [todo] = await ravi.addTodos(list.id, ['Say this']);
  await ravi.changeTodo(todo?.id ?? 0, { is_complete: true });
  await waitFor(() => heard.some(([event]) => event === 'completed'));
  expect(heard.find(([event]) => event === 'completed')?.[1]).toMatchObject({ id: todo?.id, task: 'Say this' });
  await ravi.closeList(channel);
  await waitFor(() => String(heard.findLast(([event]) => event === 'present')?.[1]) === 'asha');
  await expect(stranger.openList(list.id, 'stranger', () => {})).rejects.toThrow(/permission|Unauthorized/i);
});

test('a migration of a running project is seen at once', async () => {
  const asha = await signUp('Asha Rao');
  const list = await asha.createList(`Later ${randomUUID()}`);
  await app.query(`alter table todos add column if not exists notes text not null default 'none'`);
  const [todo] = await asha.addTodos(list.id, ['Keep notes']);
  const noted = await asha.changeTodo(todo?.id ?? 0, { notes: 'some' } as object);
  expect(noted).toMatchObject({ task: 'Keep notes', notes: 'some' });
  await app.query('alter table todos drop column notes');
  const [other] = await asha.addTodos(list.id, ['Forget notes']);
  expect(await asha.changeTodo(other?.id ?? 0, { is_complete: true })).not.toHaveProperty('notes');
});
