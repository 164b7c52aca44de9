import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

const refusal = { name: 'RequestError', kind: 'too_many_requests', status: 429 };

test('so many and no more, each key for itself', async () => {
  const limit = createRateLimit({ points: 2, seconds: 60 });
  await limit.take('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(refusal);
  await limit.take('b');
});

test('a refusal says when to come back', async () => {
  const limit = createRateLimit({ points: 1, seconds: 60 });
  await limit.take('a');
  const error = await limit.take('a').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ retryAfter: expect.any(Number) });
  expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(50);
});

test('forgetting begins anew', async () => {
  const limit = createRateLimit({ points: 1, seconds: 60 });
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(refusal);
  await limit.forget('a');
  await expect(limit.take('a')).resolves.toBeUndefined();
});

test('what is given back can be taken again, and no more than that', async () => {
  const limit = createRateLimit({ points: 1, seconds: 60 });
  await limit.giveBack('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(refusal);
  await limit.giveBack('a');
  await limit.giveBack('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(refusal);
});

test('two limits do not count for each other', async () => {
  const [one, other] = [createRateLimit({ points: 1, seconds: 60 }), createRateLimit({ points: 1, seconds: 60 })];
  await one.take('a');
  await expect(other.take('a')).resolves.toBeUndefined();
});
