import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import { openRest, type Rest } from './rest/open-rest.ts';

/** What the data API answers only where a setting allows it (protocol.md 2.5). */
let rest: Rest;
let service: SupabaseClient;
let api: ReturnType<SupabaseClient['schema']>;

beforeAll(async () => {
  rest = await openRest({
    REST_SCHEMAS: 'public, api',
    REST_AGGREGATES: 'true',
    REST_EXPLAIN: 'true',
    REST_TX_ROLLBACK: 'true',
  });
  service = rest.service;
  api = service.schema('api');
  await rest.app.query(`create schema api; grant usage on schema api to anon, authenticated, service_role;
    create type api.mood as enum ('fine', 'poor');
    create table api.shelves (id int primary key, mood api.mood);
    create table api.books (id int primary key, title text, shelf_id int references api.shelves (id), maker_id int references public.makers (id));
    insert into api.shelves values (1, 'fine'); insert into api.books values (1, 'x', 1, 1);
    create function api.greet(name text) returns text language sql as $$ select 'Hello ' || name || ' from ' || current_schema() $$;
    grant all on all tables in schema api to service_role`);
  await waitFor(async () => (await api.from('books').select('id')).error === null);
});
afterAll(() => rest?.app.stop());

test('rows are aggregated, by groups, with casts and names', async () => {
  const { data } = await service
    .from('items')
    .select('maker_id,price.sum(),most:price.max(),n:count()')
    .order('maker_id');
  expect(data).toEqual([
    { maker_id: 1, sum: 30, most: 20, n: 2 },
    { maker_id: 2, sum: 30, most: 30, n: 1 },
  ]);
  expect((await service.from('items').select('price::int.avg()::text')).data).toEqual([{ avg: '20.0000000000000000' }]);
  expect((await service.from('items').select('data,count()').eq('id', 1)).data).toEqual([
    { data: { kind: 'tree' }, count: 1 },
  ]);
  expect((await service.from('items').select('kind:data->>kind,count()').order('data->>kind')).data?.length).toBe(3);
});

test('aggregates group by embedded rows and within them', async () => {
  const grouped = await service.from('items').select('price.sum(),makers(name)');
  expect(grouped.data).toHaveLength(2);
  expect(grouped.data).toContainEqual({ sum: 30, makers: { name: 'Ravi' } });
  const spread = await service.from('items').select('price.sum(),...makers(name)');
  expect(spread.data).toContainEqual({ sum: 30, name: 'Asha' });
  const nested = await service.from('makers').select('name,items(parent_id,price.sum())').eq('id', 1);
  expect(nested.data?.[0]?.['items']).toHaveLength(2);
  const counted = await service.from('items').select('maker_id,count()', { count: 'exact' }).limit(1);
  expect(counted).toMatchObject({ status: 206, count: 2 });
});

test('aggregates inside a spread embed are those of the rows themselves, grouped by their other keys', async () => {
  const items = (select: string) => service.from('items').select(select);
  expect((await items('...makers(id.max(),least:id.min())')).data).toEqual([{ max: 2, least: 1 }]);
  expect((await items('maker_id,...makers(first:name.min(),count())').order('maker_id')).data).toEqual([
    { maker_id: 1, first: 'Asha', count: 2 },
    { maker_id: 2, first: 'Ravi', count: 1 },
  ]);
  const byName = await items('...makers(name,ids:id::text.max()::text),price.sum()');
  expect(byName.data).toHaveLength(2);
  expect(byName.data).toContainEqual({ name: 'Asha', ids: '1', sum: 30 });
  expect((await items('...makers!inner(id.sum())').eq('makers.name', 'Asha')).data).toEqual([{ sum: 2 }]);
  expect((await items('...makers!inner(name,id.sum())').eq('makers.name', 'Ravi').csv()).data).toBe('name,sum\nRavi,2');
});

test('aggregates in spread embeds below each other are those of the nearest rows that are no spread', async () => {
  const nested = await service.from('items').select('...parent_id(...makers(top:id.max(),n:name),price.sum())');
  expect(nested.data).toHaveLength(2);
  expect(nested.data).toContainEqual({ top: 1, n: 'Asha', sum: 20 });
  expect(nested.data).toContainEqual({ top: null, n: null, sum: null });
  const below = await service.from('makers').select('id,items(...parent_id(total:price.sum(),...makers(count())))');
  expect(below.data).toEqual([
    { id: 1, items: [{ total: 10, count: 2 }] },
    { id: 2, items: [{ total: 10, count: 1 }] },
  ]);
  const several = await service.from('makers').select('name,...items(price.sum())');
  expect(several.error).toMatchObject({
    code: 'PGRST127',
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  });
});

test('another schema is chosen by its name, with its own tables, functions and types', async () => {
  expect((await api.from('books').select('title,shelves(mood)').eq('shelves.mood', 'fine')).data).toEqual([
    { title: 'x', shelves: { mood: 'fine' } },
  ]);
  expect((await api.from('shelves').select('mood::mood').eq('mood', 'fine')).data).toEqual([{ mood: 'fine' }]);
  expect((await api.rpc('greet', { name: 'Asha' })).data).toBe('Hello Asha from api');
  expect((await api.from('shelves').insert({ id: 2, mood: 'poor' }).select()).data).toEqual([{ id: 2, mood: 'poor' }]);
  const { headers } = await rest.ask('books', { headers: { 'Accept-Profile': 'api' } });
  expect(headers.get('content-profile')).toBe('api');
});

test('schemas do not mix', async () => {
  expect((await service.from('books').select()).error?.code).toBe('PGRST205');
  expect((await api.from('makers').select()).error?.code).toBe('PGRST205');
  expect((await api.from('books').select('makers(name)')).error?.code).toBe('PGRST200');
  expect((await service.rpc('greet', { name: 'x' })).error?.code).toBe('PGRST202');
  const { error } = await service.schema('auth').from('users').select();
  expect(error).toMatchObject({ code: 'PGRST106', hint: 'Only the following schemas are exposed: public, api' });
});

test('a change can be rolled back', async () => {
  const made = await service.from('makers').insert({ id: 50, name: 'x' }).select().rollback();
  expect(made).toMatchObject({ status: 201, data: [{ id: 50, name: 'x' }] });
  expect((await service.from('makers').select().eq('id', 50)).data).toEqual([]);
  const call = await service.rpc('add_counter', { wanted: 'rpc rolled back' }).rollback();
  expect(call.data).toMatchObject({ code: 'rpc rolled back' });
  expect((await service.from('counters').select().eq('code', 'rpc rolled back')).data).toEqual([]);
  const applied = await rest.ask('makers?id=eq.99', { method: 'DELETE', headers: { Prefer: 'tx=rollback' } });
  expect(applied.headers.get('preference-applied')).toBe('tx=rollback');
  const taken = await service.from('makers').insert({ id: 1, name: 'x' }).rollback();
  expect(taken.error?.code).toBe('23505');
});

test('a deferred constraint is checked before a rollback', async () => {
  await rest.app.query(`create table public.late (id int primary key, other int references public.makers (id)
    deferrable initially deferred)`);
  await waitFor(async () => (await service.from('late').select()).error === null);
  const { error } = await service.from('late').insert({ id: 1, other: 999 }).rollback();
  expect(error?.code).toBe('23503');
});

test('the plan of a statement is shown, and changes nothing', async () => {
  const text = await service.from('items').select('id,makers(name)').eq('id', 1).explain();
  expect(text.data).toContain('Aggregate');
  const json = await service.from('items').select().explain({ format: 'json', verbose: true });
  expect(json.data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }]);
  const analyzed = await service.rpc('find_items').explain({ analyze: true, buffers: true });
  expect(analyzed.data).toContain('actual time');
  const planned = await service.from('makers').insert({ id: 60, name: 'x' }).explain();
  expect(planned.data).toContain('Insert on');
  expect((await service.from('makers').select().eq('id', 60)).data).toEqual([]);
});
