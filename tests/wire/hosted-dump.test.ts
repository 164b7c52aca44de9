import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#backend/database/migrate.ts';
import { ROOT } from '../support/root.ts';
import { queryAt, startExternalServer } from '../support/external-database.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

/** What a dump and the migrations of a hosted project need of the database. */
const app = startForTests(() => startTestApp({ smtp: false, env: { REST_SCHEMAS: 'public, shop' } }));

/** As `pg_dump` of a hosted project writes it, shortened. */
const DUMP = `
  set check_function_bodies = false;
  select pg_catalog.set_config('search_path', '', false);
  create extension if not exists "uuid-ossp" with schema extensions;
  create extension if not exists moddatetime with schema extensions;
  create extension if not exists pgcrypto with schema extensions;
  create table public.orders (
    id uuid default extensions.uuid_generate_v4() not null primary key,
    label text not null,
    updated_at timestamp with time zone default '2020-01-01' not null
  );
  alter table public.orders owner to postgres;
  create function public.claims_hook(event jsonb) returns jsonb language sql as $$ select event $$;
  alter function public.claims_hook(jsonb) owner to supabase_auth_admin;
  create trigger handle_updated_at before update on public.orders
    for each row execute function extensions.moddatetime('updated_at');
  alter table public.orders enable row level security;
  create policy "Signed-in people" on public.orders to authenticated using (true);
  grant usage on schema public to supabase_auth_admin;
  grant all on function public.claims_hook(jsonb) to supabase_auth_admin, dashboard_user;
  grant all on table public.orders to anon, authenticated, service_role, supabase_storage_admin;
  alter default privileges for role supabase_admin in schema public grant all on tables to dashboard_user;
  insert into public.orders (label) values ('from a dump');`;

/** A migration of an application, which names functions of extensions without a schema. */
const MIGRATION = `
  create table public.visits (id uuid default uuid_generate_v4() primary key, at timestamptz default '2020-01-01');
  create trigger visits_at before update on public.visits for each row execute function moddatetime(at);
  insert into public.visits default values;
  select gen_salt('bf')`;

/** Runs SQL in one session of the operator, as psql and the Supabase CLI do. */
async function runAsOperator(sql: string): Promise<void> {
  const { databasePort } = JSON.parse(await readFile(join(app.dataFolder, 'running.json'), 'utf8'));
  const { databasePassword } = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  const login = { host: '127.0.0.1', port: databasePort, user: 'postgres', password: databasePassword };
  const client = new pg.Client({ ...login, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

test('a dump of a hosted project loads, and its rows are read and changed by the official client', async () => {
  await runAsOperator(DUMP);
  const { service } = app;
  const orders = () => service.from('orders' as 'categories');
  await waitFor(async () => (await orders().select('id')).error === null);
  const label = { label: 'changed' } as never;
  const { data } = await orders().update(label).neq('id', crypto.randomUUID()).select('*');
  expect(data).toMatchObject([{ label: 'changed', id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
  const [order] = data as unknown as { updated_at: string }[];
  expect(Date.parse(order?.updated_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('migrations find the functions of extensions without a schema', async () => {
  await runAsOperator('create extension if not exists moddatetime with schema extensions');
  await runAsOperator(MIGRATION);
  await runAsOperator('update public.visits set at = at');
  const visits = await app.query(`select from public.visits where at > now() - interval '1 minute'`);
  expect(visits).toHaveLength(1);
});

test('a published table with a generated column and the full row as identity can be changed', async () => {
  await app.query(`create table public.prices (id int primary key, net int, gross int generated always as (net * 2) stored);
    alter table public.prices replica identity full;
    alter publication supabase_realtime add table public.prices;
    insert into public.prices values (1, 10), (2, 20)`);
  const prices = () => app.service.from('prices' as 'categories');
  await waitFor(async () => (await prices().select('id')).error === null);
  const net = { net: 11 } as never;
  expect(
    (
      await prices()
        .update(net)
        .eq('id', 1 as never)
        .select('*')
    ).data,
  ).toEqual([{ id: 1, net: 11, gross: 22 }]);
  expect(
    (
      await prices()
        .delete()
        .eq('id', 2 as never)
    ).error,
  ).toBeNull();
});

test('the site starts on a database with the roles of a dump, and is not taken for a hosted project', async () => {
  await app.restart('stop');
  expect((await app.anon.from('blog_posts').select('id').limit(1)).error).toBeNull();
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});

test('an application has tables of the names that the site uses, in a schema of its own', async () => {
  await runAsOperator(`create schema shop;
    grant usage on schema shop to anon, authenticated, service_role;
    alter default privileges in schema shop grant all on tables to anon, authenticated, service_role;
    create table shop.categories (id int primary key, label text);
    alter table shop.categories enable row level security;
    create policy "Everybody reads" on shop.categories for select using (true);
    insert into shop.categories values (1, 'Chairs')`);
  const shop = createClient(app.url, app.anonKey, { db: { schema: 'shop' }, auth: { persistSession: false } });
  await waitFor(async () => (await shop.from('categories').select('*')).error === null);
  expect((await shop.from('categories').select('*')).data).toEqual([{ id: 1, label: 'Chairs' }]);
  expect((await app.anon.from('categories').select('slug').limit(1)).error).toBeNull();
  expect((await fetch(`${app.url}/blog`)).status).toBe(200);
});

test('a dump is applied as a migration of the site, and those after it find their functions', async () => {
  const external = await startExternalServer();
  const folder = await mkdtemp(join(tmpdir(), 'application-'));
  try {
    await cp(join(ROOT, 'supabase'), folder, { recursive: true });
    const dump = DUMP.split('\n').filter((line) => !/supabase_|moddatetime|dashboard_user|to postgres/.test(line));
    const withoutTrigger = dump.filter((line) => !line.includes('handle_updated_at')).join('\n');
    await writeFile(join(folder, 'migrations/20990101000001_dump.sql'), withoutTrigger);
    const later = 'create table public.later (id uuid default uuid_generate_v4() primary key)';
    await writeFile(join(folder, 'migrations/20990101000002_later.sql'), later);
    const url = await external.createDatabase();
    const options = { url, supabaseFolder: folder, sampleContent: null, authenticatorPassword: null };
    await migrate({ ...options, onProgress: () => {} });
    expect(await queryAt(url, 'select label from public.orders')).toEqual([{ label: 'from a dump' }]);
    expect(await queryAt(url, 'insert into public.later default values returning id')).toHaveLength(1);
  } finally {
    await external.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
