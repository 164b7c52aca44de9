import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';

const WITH_DATA = ['/', '/blog', '/blog/any-post', '/blog/category/any', '/sitemap.xml', '/rss.xml'];
const WITHOUT_DATA = ['/about', '/contact', '/auth', '/admin', '/services/market-entry'];
/** The longest time of an answer while the service does not answer. */
const ANSWER_LIMIT_MS = 15_000;

const ERRORS: Record<string, (response: ServerResponse) => void> = {
  'closes the connection': (response) => void response.destroy(),
  'answers 500 with HTML': (response) => void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>'),
  'answers 200 with HTML': (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>'),
  'rejects the key': (response) =>
    void response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"message":"Invalid API key"}'),
  'closes the connection in the middle of its answer': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 }).write('[{"title":');
    setTimeout(() => response.destroy(), 50);
  },
  'never answers': () => {},
  'never ends its answer': (response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).write('[{"title":'),
};

let service: Server;
let fail = ERRORS['never answers'];
const folder = folderForTests();
let app: AppProcess;

beforeAll(async () => {
  service = createServer((_request, response) => fail?.(response));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  app = await startApp({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    SUPABASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    SUPABASE_ANON_KEY: 'anon',
  });
});
afterAll(async () => {
  await app?.stop();
  service?.closeAllConnections();
  service?.close();
});

test.each(Object.keys(ERRORS))('pages with data answer 503 while the project %s', async (kind) => {
  fail = ERRORS[kind];
  const statusOf = async (path: string) => {
    const answer = await fetch(app.url + path, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    await answer.text();
    return `${path} ${answer.status} ${answer.headers.get('retry-after')}`;
  };
  const answers = await Promise.all([...WITH_DATA, '/share/blog/any-post.png'].map(statusOf));
  expect(answers).toEqual([...WITH_DATA, '/share/blog/any-post.png'].map((path) => `${path} 503 5`));
  for (const path of WITHOUT_DATA) expect(await statusOf(path)).toBe(`${path} 200 null`);
});

test('an unreachable project is a 503, and the app still runs and stops cleanly', async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  for (const path of WITH_DATA) expect((await fetch(app.url + path)).status, path).toBe(503);
  expect((await fetch(`${app.url}/about`)).status).toBe(200);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
  expect(await app.stop()).toBe(0);
});
