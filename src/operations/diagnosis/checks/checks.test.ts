import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DatabasePool, closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { type MailDatabase, startMailDatabase } from '#backend-tests/support/mail-fixture.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkMailQueue } from './mail-queue.ts';
import { checkMigrations } from './migrations.ts';
import { within } from './within.ts';

const MB = 1024 ** 2;
let server: MailDatabase;
let closed: DatabasePool;
beforeAll(async () => {
  server = await startMailDatabase();
  closed = connectDatabase('postgres://nobody@127.0.0.1:1/none');
  await run('create schema if not exists supabase_migrations');
  await run('create table supabase_migrations.schema_migrations (version text primary key)');
  await run('grant usage on schema supabase_migrations to backend');
  await run('grant select on supabase_migrations.schema_migrations to backend');
});
afterAll(async () => {
  await closeDatabase(closed);
  await server.stop();
});
beforeEach(async () => {
  await run('delete from mail.outbox');
  await run('delete from supabase_migrations.schema_migrations');
});

const run = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);
const free =
  (bytes: number, files = 1_000_000) =>
  () =>
    Promise.resolve({ bavail: bytes / 4096, blocks: 100_000_000, bsize: 4096, files: 10_000_000, ffree: files });

test.each([
  ['plenty of space', free(50_000 * MB), 'good'],
  ['less than a gigabyte', free(900 * MB), 'warning'],
  ['less than 200 MB', free(150 * MB), 'bad'],
  ['no more files', free(50_000 * MB, 20), 'bad'],
])('a disk with %s', async (_what, read, state) => {
  const found = await checkDisk('/data', read);
  expect(found.state).toBe(state);
  expect(found.remedy === null).toBe(state === 'good');
});

test('the real disk has figures, and a folder that is missing is an error', async () => {
  expect((await checkDisk(tmpdir())).figures['total_bytes']).toBeGreaterThan(0);
  expect(await checkDisk('/nowhere/at/all')).toMatchObject({ state: 'bad', says: expect.stringContaining('ENOENT') });
});

test('a database that answers is good, a read-only or unreachable one is not', async () => {
  const found = await checkDatabase(server.database);
  expect(found).toMatchObject({ state: 'good', figures: { up: 1, max_connections: expect.any(Number) } });
  await run('alter database postgres set default_transaction_read_only = on');
  const readOnly = connectDatabase(server.database.url);
  expect(await checkDatabase(readOnly)).toMatchObject({ state: 'bad', says: 'The database is read-only.' });
  await closeDatabase(readOnly);
  await run('begin read write; alter database postgres reset default_transaction_read_only; commit');
  const away = await checkDatabase(closed);
  expect(away).toMatchObject({
    state: 'bad',
    says: 'The database does not answer (ECONNREFUSED).',
    figures: { up: 0 },
  });
});

test('migrations are compared in both directions', async () => {
  await run(`insert into supabase_migrations.schema_migrations values ('1'), ('2')`);
  expect((await checkMigrations(server.database, ['1', '2'])).state).toBe('good');
  expect((await checkMigrations(server.database, ['1', '2', '3'])).says).toContain('missing in the database: 3');
  expect((await checkMigrations(server.database, ['1'])).says).toContain('newer version of the site (2)');
  expect((await checkMigrations(closed, ['1'])).state).toBe('bad');
});

test('mail that was given up, rejected, late or only written is a warning, and such an enquiry is bad', async () => {
  expect(await checkMailQueue(server.database)).toMatchObject({ state: 'good', says: 'No message is waiting.' });
  const insert = (age: string, fields = '', kind = 'recovery') =>
    run(
      `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, next_attempt_at${fields && `, ${fields}`})
       values ($1, $3, 'asha@person.example', 's', 't', now() - $2::interval, now()${fields && ', now()'})`,
      [randomUUID(), age, kind],
    );
  await insert('1 second');
  expect((await checkMailQueue(server.database)).state).toBe('good');
  for (const [age, field] of [['1 hour'], ['1 day', 'refused_at'], ['8 days', 'given_up_at'], ['1 hour', 'filed_at']]) {
    await insert(age!, field);
  }
  const found = await checkMailQueue(server.database);
  expect(found.state).toBe('warning');
  expect(found.figures).toMatchObject({ waiting: 2, late: 1, rejected: 1, given_up: 1, written: 1 });
  expect(found.figures['oldest_seconds']).toBeGreaterThanOrEqual(3600);
  expect(found.says).not.toContain('@');

  await insert('1 minute', '', 'enquiry');
  expect((await checkMailQueue(server.database)).state).toBe('warning');
  await insert('3 minutes', '', 'enquiry');
  await insert('1 second', 'filed_at', 'enquiry');
  const lost = await checkMailQueue(server.database);
  expect(lost).toMatchObject({ state: 'bad', says: expect.stringContaining('2 enquiries have reached nobody') });
  expect(lost.figures['enquiries']).toBe(2);
});

test('what takes too long is an error, and its own error later is not unhandled', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(within(10, promise, 'no answer')).rejects.toThrow('no answer');
  reject(new Error('later'));
  expect(await within(1000, Promise.resolve(1), 'no answer')).toBe(1);
});
