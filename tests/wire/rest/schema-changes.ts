import { expect, test } from 'vitest';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import type { Rest } from './open-rest.ts';

/** The data API follows the schema of the running database. */
export function testSchemaChanges(rest: () => Rest): void {
  const keysOf = async () => {
    const { data, error } = await rest().service.from('changing').select('*').single();
    if (error) throw new Error(error.message);
    return Object.keys(data as object);
  };

  test('a column that was added or dropped is known to the next reads', async () => {
    const { app } = rest();
    await app.query('create table public.changing (id int primary key); insert into public.changing values (1)');
    await waitFor(async () => keysOf().catch(() => null));
    expect(await keysOf()).toEqual(['id']);
    await app.query('alter table public.changing add column name text');
    await waitFor(async () => (await keysOf()).includes('name'));
    await app.query('alter table public.changing drop column name');
    // No read may fail in between.
    await waitFor(async () => !(await keysOf()).includes('name'));
    await app.query('drop table public.changing');
  });

  test('a new function is known', async () => {
    await rest().app.query(`create function public.just_made() returns int language sql as 'select 1'`);
    const call = async () => rest().service.rpc('just_made');
    await waitFor(async () => (await call()).error === null);
    expect((await call()).data).toBe(1);
    await rest().app.query('drop function public.just_made()');
    await waitFor(async () => (await call()).error?.code === 'PGRST202');
  });

  test('without event triggers the same changes are known within a second', async () => {
    const { app } = rest();
    const switchTriggers = (how: string) =>
      app.query(`alter event trigger pgrst_ddl_watch ${how}; alter event trigger pgrst_drop_watch ${how}`);
    await switchTriggers('disable');
    try {
      await app.query(`notify pgrst, 'reload schema'`);
      await app.query('create table public.changing (id int primary key); insert into public.changing values (1)');
      await waitFor(async () => keysOf().catch(() => null));
      await app.query('alter table public.changing add column name text');
      await waitFor(async () => (await keysOf()).includes('name'));
      expect(await keysOf()).toEqual(['id', 'name']);
      await app.query('alter table public.changing drop column name');
      // The statement of the old schema fails, and is written again.
      expect(await keysOf()).toEqual(['id']);
      await app.query('drop table public.changing');
    } finally {
      await switchTriggers('enable');
    }
  });

  test('new tables, sequences and functions of public can be used, as on a hosted project', async () => {
    const { app, visitor, person } = rest();
    await app.query(`create table public.open_notes (id serial primary key, text text);
      create table public.own_notes (id serial primary key, owner uuid default auth.uid());
      alter table public.own_notes enable row level security;
      create policy "own notes" on public.own_notes for all to authenticated
        using (owner = auth.uid()) with check (owner = auth.uid())`);
    await waitFor(async () => (await visitor.from('own_notes').select()).error === null);
    expect(await visitor.from('open_notes').insert({ text: 'x' }).select('id')).toMatchObject({ data: [{ id: 1 }] });
    expect(await visitor.from('own_notes').insert({})).toMatchObject({ status: 401, error: { code: '42501' } });
    expect(await person.from('own_notes').insert({})).toMatchObject({ status: 201, error: null });
    expect((await person.from('own_notes').select('id')).data).toHaveLength(1);
    expect((await visitor.from('own_notes').select('id')).data).toEqual([]);
    await app.query('drop table public.open_notes, public.own_notes');
  });
}
