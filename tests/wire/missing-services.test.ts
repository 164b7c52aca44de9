import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ smtp: false });
});
afterAll(() => app?.stop());

test('a service that only a hosted project has answers with a 404 that its client can read', async () => {
  const { data, error } = await app.anon.functions.invoke('greet');
  expect(data).toBeNull();
  expect((error as { context: Response }).context.status).toBe(404);
  for (const path of ['/functions/v1/greet', '/realtime/v1/websocket']) {
    const response = await fetch(app.url + path);
    expect(response.status, path).toBe(404);
    expect(await response.json(), path).toEqual({ code: 'not_found', message: 'This backend has no such service' });
  }
});
