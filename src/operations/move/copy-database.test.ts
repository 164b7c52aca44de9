import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#backend/database/client.ts';
import { type PlatformDatabase, startPlatformDatabase } from '#backend-tests/support/platform-database.ts';
import { inBoth } from './copy-database.ts';

let server: PlatformDatabase;
let clients: pg.Client[];

beforeAll(async () => {
  server = await startPlatformDatabase('copy-database', []);
  clients = await Promise.all(Array.from({ length: 3 }, connect));
  await clients[0]!.query('create table public.items (id int)');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
});

async function connect(): Promise<pg.Client> {
  const client = createClient(server.urlFor('postgres', 'for-tests'));
  await client.connect();
  return client;
}

test('all reads of the source see one moment, whatever is written meanwhile', async () => {
  const [writer, from, to] = clients as [pg.Client, pg.Client, pg.Client];
  const count = async () => (await from.query('select from public.items')).rowCount;
  const counts = await inBoth({ from, to }, async () => {
    const before = await count();
    await writer.query('insert into public.items values (1)');
    return [before, await count()];
  });
  expect([...counts, await count()]).toEqual([0, 0, 1]);
});

test('nothing can be written to the source', async () => {
  const [, from, to] = clients as [pg.Client, pg.Client, pg.Client];
  const write = inBoth({ from, to }, () => from.query('insert into public.items values (2)'));
  await expect(write).rejects.toThrow('read-only transaction');
});

test('nothing is committed when a site has started on the source meanwhile', async () => {
  const [site, from, to] = clients as [pg.Client, pg.Client, pg.Client];
  const copy = inBoth({ from, to }, async () => {
    await to.query('create table public.copied (id int)');
    await site.query(`set application_name = 'web-backend'`);
  });
  await expect(copy).rejects.toThrow(/The site is running on the database .*:\d+\/postgres\./);
  expect((await site.query(`select to_regclass('public.copied') as name`)).rows).toEqual([{ name: null }]);
});
