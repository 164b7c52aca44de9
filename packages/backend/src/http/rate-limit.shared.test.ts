import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PlatformDatabase, startPlatformDatabase } from '#tests/support/platform-database.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from '../database/connect.ts';
import { forgetCounters } from '../database/shared-counters.ts';
import { openSharedRateLimit } from './rate-limit.ts';

const tooManyRequests = { name: 'RequestError', kind: 'too_many_requests', status: 429 };
/** Like keys.derive, but readable in the table. */
const keys = { derive: (_purpose: string, text: string) => text };

let server: PlatformDatabase;
let databases: DatabasePool[];
beforeAll(async () => {
  server = await startPlatformDatabase('rate-limits', ['roles.sql', 'processes.sql']);
  // Two processes.
  databases = [1, 2].map(() => connectDatabase(server.urlFor('postgres', 'for-tests')));
});
afterAll(async () => {
  await Promise.all(databases.map(closeDatabase));
  await server.stop();
});
beforeEach(() => run('truncate backend.rate_limits'));

async function run(sql: string): Promise<Record<string, unknown>[]> {
  return (await databases[0]!.pool.query(sql)).rows;
}
const openInBoth = (rule: Parameters<ReturnType<typeof openSharedRateLimit>>[1], name = 'auth/test' as const) =>
  databases.map((database) => openSharedRateLimit(database, keys)(name, rule)) as [
    ReturnType<ReturnType<typeof openSharedRateLimit>>,
    ReturnType<ReturnType<typeof openSharedRateLimit>>,
  ];

test('processes on one database count the points of a key together', async () => {
  const [one, other] = openInBoth({ points: 2, seconds: 60 });
  await one.take('a');
  await other.take('a');
  await expect(one.take('a')).rejects.toMatchObject(tooManyRequests);
  await expect(other.take('a')).rejects.toMatchObject({ retryAfter: expect.closeTo(60, -1) });
  await other.take('b');
});

test('concurrent requests to several processes get no more than the points', async () => {
  const both = openInBoth({ points: 5, seconds: 60 });
  const taken = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => both[n % 2]!.take('a')));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('a reset and a returned point count in all processes', async () => {
  const [one, other] = openInBoth({ points: 1, seconds: 60, isReturnable: true });
  await one.take('a');
  await expect(other.take('a')).rejects.toMatchObject(tooManyRequests);
  await one.forget('a');
  await other.take('a');
  await one.giveBack('a');
  await other.take('a');
  await expect(one.take('a')).rejects.toMatchObject(tooManyRequests);
});

test('a key without points left costs the database nothing', async () => {
  const [one] = openInBoth({ points: 1, seconds: 60 });
  await one.take('a');
  for (let n = 0; n < 5; n += 1) await expect(one.take('a')).rejects.toMatchObject(tooManyRequests);
  expect(await run('select points from backend.rate_limits')).toEqual([{ points: 2 }]);
});

test('limits of different names count separately, and counters are deleted after their window', async () => {
  const limit = openSharedRateLimit(databases[0]!, keys);
  await limit('auth/short', { points: 1, seconds: 60 }).take('a');
  await limit('auth/long', { points: 1, seconds: 3600 }).take('a');
  await forgetCounters(databases[0]!, new Date(Date.now() + 120_000));
  expect(await run('select key from backend.rate_limits')).toEqual([{ key: 'auth/long:auth/long a' }]);
});

test('points that cannot be returned do not fail the request that they were counted for', async () => {
  const [limit] = openInBoth({ points: 3, seconds: 60, isReturnable: true });
  await limit.take('a');
  await run(`create function reject() returns trigger language plpgsql as $$ begin raise 'rejected'; end $$;
    create trigger reject before delete or update on backend.rate_limits for each statement execute function reject()`);
  try {
    await limit.giveBack('a');
    await limit.forget('a');
    await expect(limit.take('a')).rejects.toThrow('rejected');
  } finally {
    await run('drop function reject cascade');
  }
});

test('without the database only optional limits still count, in the memory of the process', async () => {
  const closed = connectDatabase('postgres://nobody@127.0.0.1:1/none');
  const open = openSharedRateLimit(closed, keys);
  const guesses = open('auth/guess', { points: 1, seconds: 60 });
  await expect(guesses.take('a')).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  const posts = open('site/post', { points: 1, seconds: 60, isOptional: true });
  await posts.take('a');
  await expect(posts.take('a')).rejects.toMatchObject(tooManyRequests);
  await closeDatabase(closed);
});
