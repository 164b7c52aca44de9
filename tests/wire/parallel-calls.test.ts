import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client } from '../support/test-app.ts';
import { hashCheaply } from '#backend-tests/support/password-hash.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** The official clients do not repeat a refused call: what one application asks at once waits for its turn. */
const app = startForTests(() => shareTestApp({ sampleContent: true }));

const errorsOf = async (calls: PromiseLike<{ error: { message: string } | null }>[]): Promise<string[]> =>
  (await Promise.all(calls)).flatMap(({ error }) => (error ? [error.message] : []));
const many = <T>(count: number, call: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => call(n));

test.each<[string, () => Promise<Client>]>([
  ['anonymous', async () => app.client()],
  ['signed in', () => app.signIn({ admin: false })],
  ['the service key', async () => app.service],
])('a hundred reads at once, %s, are all answered', async (_, open) => {
  const client = await open();
  expect(await errorsOf(many(100, () => client.from('blog_posts').select('id, categories(name)')))).toEqual([]);
});

test('120 accounts that are created at once all exist', LONG, async () => {
  // The passwords of half of them are hashed by the app: on a busy machine, hashing 120 takes longer than a call may wait.
  const cheap = { password_hash: await hashCheaply('a long password') };
  const calls = many(120, (n) =>
    app.service.auth.admin.createUser({
      email: `${randomUUID()}@person.example`,
      ...(n % 2 ? cheap : { password: 'a long password' }),
    }),
  );
  expect(await errorsOf(calls)).toEqual([]);
});

test('what waits for too long is refused as overload, never as an outage', async () => {
  const answers = await Promise.all(
    many(320, () => fetch(`${app.url}/rest/v1/blog_posts?select=id`, { headers: { apikey: app.anonKey } })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await answer.json()).toMatchObject({
      code: 'over_request_rate_limit',
      message: 'Too many requests at once',
    });
  }
});
