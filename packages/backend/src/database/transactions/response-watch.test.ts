import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailDatabase, startMailDatabase } from '#tests/support/mail-fixture.ts';
import { freezeServer } from '#tests/support/postgres-processes.ts';
import { asBackend } from '../as-caller.ts';
import { LONG } from '#tests/support/slowness.ts';

const NOT_RESPONDING = { name: 'DatabaseUnavailable', message: 'PostgreSQL does not respond' };
/** A row of any table. */
const INSERT = `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, next_attempt_at)
  values (gen_random_uuid(), 'test', 'a', 'b', 'c', now(), now())`;
const POLL = { ...LONG, interval: 50 };

let server: MailDatabase;
let resume = (): void => {};

beforeAll(async () => {
  server = await startMailDatabase();
});
afterEach(() => resume());
afterAll(() => server.stop());

const run = (text: string) => asBackend(server.database, (query) => query(text));

/** The number of rows, or null while PostgreSQL does not respond. */
const countRows = () =>
  run('select from mail.outbox').then(
    ({ rowCount }) => rowCount,
    () => null,
  );

function freeze(): void {
  resume = freezeServer(server.folder);
}

test('a statement that takes long is waited for while PostgreSQL responds', async () => {
  expect((await run('select pg_sleep(3), 1 as one')).rows).toMatchObject([{ one: 1 }]);
});

test('while PostgreSQL does not respond, statements and further requests are given up; then it is used again', async () => {
  const waiting = run('select pg_sleep(1)').catch((error: unknown) => error);
  freeze();
  expect(await waiting).toMatchObject(NOT_RESPONDING);
  await expect(run('select 1')).rejects.toMatchObject(NOT_RESPONDING);
  resume();
  await expect
    .poll(
      () =>
        run('select 1').then(
          ({ rowCount }) => rowCount,
          () => 0,
        ),
      POLL,
    )
    .toBe(1);
});

test('a transaction that is given up is rolled back, also when its work goes on', async () => {
  const transaction = asBackend(server.database, async (query) => {
    await query(INSERT);
    freeze();
    await query('select 1').catch(() => {});
  });
  await expect(transaction).rejects.toMatchObject(NOT_RESPONDING);
  resume();
  await expect.poll(countRows, POLL).toBe(0);
});

test('a COMMIT that was sent is waited for', async () => {
  const committing = asBackend(server.database, async (query) => {
    await query(INSERT);
    freeze();
  });
  // Known to be silent, and the COMMIT still waits.
  await expect.poll(() => run('select 1').catch(({ message }: Error) => message), POLL).toBe(NOT_RESPONDING.message);
  resume();
  await committing;
  await expect.poll(countRows, POLL).toBe(1);
});
