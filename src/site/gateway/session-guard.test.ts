import { expect, test, vi } from 'vitest';
import type { AccountSession } from './account.ts';
import { createSessionGuard, SessionReplaced } from './session-guard.ts';

const sessionOf = (id: string, token: string) =>
  ({ access_token: token, user: { id, factors: [] } }) as unknown as AccountSession;
function dueSession() {
  const due = sessionOf('asha', 'due');
  due.user.factors = [{ id: 'f', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' }];
  return due;
}
const LIST = 'https://firm.example/rest/v1/blog_posts';

function openGuard() {
  const alive = new Set(['first', 'second', 'other']);
  const tokens: (string | null)[] = [];
  const renew = vi.fn(async (): Promise<'renewed' | 'refused' | 'unknown'> => 'refused');
  const isAlive = vi.fn(async (token: string) => alive.has(token));
  const guard = createSessionGuard({
    request: async (input, init) => {
      tokens.push(new Request(input, init).headers.get('Authorization'));
      return new Response('[]');
    },
    isAlive,
    renew,
  });
  guard.tell(sessionOf('asha', 'first'));
  const stop = guard.watch('asha');
  return { guard, stop, alive, tokens, isAlive, renew };
}

const settled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), 20))]);

test('a request goes through while the session exists or nobody can ask, and nobody is watched elsewhere', async () => {
  const { guard, stop, alive, tokens, renew } = openGuard();
  expect((await guard.fetch(LIST, {})).status).toBe(200);
  alive.delete('first');
  renew.mockResolvedValueOnce('unknown');
  expect(await settled(guard.fetch(LIST, {}))).toBe(true);
  stop();
  await guard.fetch(LIST, { headers: { Authorization: 'Bearer anon' } });
  expect(tokens).toEqual(['Bearer first', 'Bearer first', 'Bearer anon']);
});

test('requests that begin together ask once whether the session exists, later ones again', async () => {
  const { guard, isAlive } = openGuard();
  await Promise.all([guard.fetch(LIST, {}), guard.fetch(LIST, {}), guard.fetch(LIST, {})]);
  expect(isAlive).toHaveBeenCalledOnce();
  await guard.fetch(LIST, {});
  expect(isAlive).toHaveBeenCalledTimes(2);
});

test('an answer to a session that has ended is not given; the request is sent again after signing in', async () => {
  const { guard, alive, tokens, renew } = openGuard();
  alive.delete('first');
  const answer = guard.fetch(LIST, {});
  expect(await settled(answer)).toBe(false);
  expect(renew).toHaveBeenCalledOnce();
  guard.tell(sessionOf('asha', 'second'));
  expect((await answer).status).toBe(200);
  expect(tokens).toEqual(['Bearer first', 'Bearer second']);
});

test.each([
  ['an insert that was done', 1, 'POST', { status: 201 }],
  ['a change that was made', 1, 'PATCH', { headers: { 'Content-Range': '0-0/*' } }],
  ['a change of no row, as without rights,', 2, 'PATCH', { headers: { 'Content-Range': '*/*' } }],
  ['a read', 2, 'GET', { headers: { 'Content-Range': '0-9/*' } }],
])('%s is sent in %i requests when its token expires meanwhile', async (_, times, method, init) => {
  let sent = 0;
  const guard = createSessionGuard({
    request: async () => {
      sent += 1;
      return new Response('[]', init);
    },
    isAlive: async (token) => token !== 'first',
    renew: async () => {
      guard.tell(sessionOf('asha', 'second'));
      return 'renewed';
    },
  });
  guard.tell(sessionOf('asha', 'first'));
  guard.watch('asha');
  expect((await guard.fetch(LIST, { method })).ok).toBe(true);
  expect(sent).toBe(times);
});

test('after a sign-out nothing is read as an anonymous visitor', async () => {
  const { guard, tokens } = openGuard();
  guard.tell(null);
  const answer = guard.fetch(LIST, { headers: { Authorization: 'Bearer anon' } });
  expect(await settled(answer)).toBe(false);
  expect(await settled(guard.ready())).toBe(false);
  expect(tokens).toEqual([]);
  guard.tell(sessionOf('asha', 'second'));
  await answer;
  expect(tokens).toEqual(['Bearer second']);
});

test('signing out gives up the reads under way, not the writes, and asks for nothing until somebody signs in', async () => {
  const answers: (() => void)[] = [];
  const guard = createSessionGuard({
    request: (input) =>
      new Promise((resolve, reject) => {
        answers.push(() => resolve(new Response('[]')));
        (input as Request).signal.addEventListener('abort', () => reject(new Error('Given up.')));
      }),
    isAlive: async () => true,
    renew: async () => 'refused',
  });
  guard.tell(sessionOf('asha', 'first'));
  const stop = guard.watch('asha');
  const reads = [guard.fetch(LIST, {}), guard.fetch('https://firm.example/auth/v1/passkeys', {})];
  const write = guard.fetch(LIST, { method: 'POST', body: '{}' });
  guard.leave();
  for (const read of reads) await expect(read).rejects.toThrow('Given up.');
  stop();
  await expect(guard.fetch(LIST, {})).rejects.toThrow(SessionReplaced);
  expect(answers).toHaveLength(3);
  answers[2]!();
  expect((await write).status).toBe(200);
  guard.tell(sessionOf('other', 'other'));
  const next = guard.fetch(LIST, {});
  answers[3]!();
  expect((await next).status).toBe(200);
});

test('a write that waits is never sent for another person', async () => {
  const { guard, stop, tokens } = openGuard();
  guard.tell(null);
  const answer = guard.fetch(LIST, { method: 'POST', body: '{}' });
  guard.tell(sessionOf('other', 'other'));
  await expect(answer).rejects.toThrow(SessionReplaced);
  // A form repeats what was not answered.
  await expect(guard.fetch(LIST, { method: 'POST', body: '{}' })).rejects.toThrow(SessionReplaced);
  await expect(guard.ready()).rejects.toThrow(SessionReplaced);
  guard.tell(sessionOf('asha', 'second'));
  await expect(guard.fetch(LIST, { method: 'POST', body: '{}' })).rejects.toThrow(SessionReplaced);
  stop();
  await expect(guard.fetch(LIST, { method: 'POST', body: '{}' })).rejects.toThrow(SessionReplaced);
  expect(tokens).toEqual([]);
});

test('a session that has yet to pass MFA is none', async () => {
  const { guard } = openGuard();
  guard.tell(null);
  const answer = guard.fetch(LIST, {});
  guard.tell(dueSession());
  expect(await settled(answer)).toBe(false);
});

test('a session that has yet to pass MFA in place of one that is open ends it: its token is not renewed for ever', async () => {
  const { guard, alive, renew } = openGuard();
  // As a mailed link does in another tab.
  guard.tell(dueSession());
  alive.delete('first');
  renew.mockImplementation(async () => (renew.mock.calls.length > 3 ? 'refused' : 'renewed'));
  const answer = guard.fetch(LIST, {});
  expect(await settled(answer)).toBe(false);
  expect(renew.mock.calls.length).toBeLessThanOrEqual(1);
  guard.tell(sessionOf('asha', 'second'));
  expect((await answer).status).toBe(200);
});

test('a request that is given up stops waiting, as do all when the dashboard is left', async () => {
  const { guard, stop } = openGuard();
  guard.tell(null);
  const left = guard.fetch(LIST, {});
  const controller = new AbortController();
  const answer = guard.fetch(LIST, { signal: controller.signal });
  controller.abort(new Error('given up'));
  await expect(answer).rejects.toThrow('given up');
  stop();
  await expect(left).rejects.toThrow(SessionReplaced);
});
