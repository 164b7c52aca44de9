import { expect, test } from 'vitest';
import { openMemoryRateLimit } from './rate-limit.ts';

const tooManyRequests = { name: 'RequestError', kind: 'too_many_requests', status: 429 };

test('the points are counted per key, and the error has the seconds until a retry', async () => {
  const limit = openMemoryRateLimit('auth/test', { points: 2, seconds: 60 });
  await limit.take('a');
  await limit.take('a');
  const error = await limit.take('a').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(tooManyRequests);
  expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(50);
  await limit.take('b');
});

test('a reset key has all its points', async () => {
  const limit = openMemoryRateLimit('auth/test', { points: 1, seconds: 60 });
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(tooManyRequests);
  await limit.forget('a');
  await expect(limit.take('a')).resolves.toBeUndefined();
});

test('a returned point can be taken once more', async () => {
  const limit = openMemoryRateLimit('auth/test', { points: 1, seconds: 60 });
  await limit.giveBack('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(tooManyRequests);
  await limit.giveBack('a');
  await limit.giveBack('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(tooManyRequests);
});

test('two limits count separately', async () => {
  const [one, other] = [
    openMemoryRateLimit('auth/test', { points: 1, seconds: 60 }),
    openMemoryRateLimit('auth/test', { points: 1, seconds: 60 }),
  ];
  await one.take('a');
  await expect(other.take('a')).resolves.toBeUndefined();
});
