import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp());

test('a service that only a hosted project has answers with a 404 that its client can read', async () => {
  const { data, error } = await app.anon.functions.invoke('greet');
  expect(data).toBeNull();
  expect((error as { context: Response }).context.status).toBe(404);
  for (const [path, method] of [
    ['functions/v1/greet', 'GET'],
    ['graphql/v1', 'GET'],
    ['graphql/v1', 'POST'],
  ] as const) {
    const response = await fetch(`${app.url}/${path}`, { method });
    expect(response.status, path).toBe(404);
    expect(await response.json()).toEqual({ code: 'not_found', message: 'This backend has no such service' });
  }
});
