import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseFragment } from '../support/html.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { redirect: 'manual', headers });

/** The directives of an answer's policy with their sources. */
function policyOf(response: Response): Record<string, string[]> {
  const directives = (response.headers.get('content-security-policy') ?? '').split(';').map((one) => one.trim());
  return Object.fromEntries(directives.map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
const DATA = ['application/json', 'application/ld+json'];

test('a page allows its own scripts by hash and no other inline script, style or handler', async () => {
  for (const path of [...PUBLIC_ROUTES, ...MORE_ROUTES, '/auth', '/admin', '/blog/no-such-post']) {
    const page = await get(path);
    const html = await page.text();
    const policy = policyOf(page);
    const elements = parseFragment(html);
    const inline = elements.filter(({ tag, attributes }) => tag === 'script' && !attributes['src']);
    const code = inline.filter(({ attributes }) => !DATA.includes(attributes['type'] ?? '')).map(({ text }) => text);
    const hashes = policy['script-src']?.filter((source) => source.startsWith("'sha256-")) ?? [];
    expect(code.length, path).toBeGreaterThan(0);
    expect(new Set(hashes), path).toEqual(new Set(code.map(hashOf)));
    expect(
      policy['script-src']?.filter((source) => !hashes.includes(source)),
      path,
    ).toEqual(["'self'"]);
    expect(policy['style-src'], path).toEqual(["'self'"]);
    expect(policy['default-src'], path).toEqual(["'none'"]);
    expect(policy['base-uri'], path).toEqual(["'none'"]);
    expect(policy['form-action'], path).toEqual(["'self'"]);
    expect(policy['frame-ancestors'], path).toEqual(["'none'"]);
    expect(policy['require-trusted-types-for'], path).toEqual(["'script'"]);
    expect(
      elements.flatMap(({ attributes }) => attributes['style'] ?? []),
      path,
    ).toEqual([]);
    expect(
      elements.filter(({ tag }) => tag === 'style'),
      path,
    ).toEqual([]);
    expect(
      elements.flatMap(({ attributes }) => attributes['nonce'] ?? []),
      path,
    ).toEqual([]);
  }
});

test('a rendered page, its cached copy and a 304 carry the same policy', async () => {
  const first = await get('/blog');
  const again = await get('/blog');
  const known = await get('/blog', { 'If-None-Match': first.headers.get('etag') ?? '' });
  expect([again.status, known.status]).toEqual([200, 304]);
  for (const page of [again, known]) expect(policyOf(page)).toEqual(policyOf(first));
});

test('the answer to a form without JavaScript allows its scripts by hash', async () => {
  const answer = await fetch(`${app.url}/contact`, { method: 'POST', body: new URLSearchParams({ name: '' }) });
  expect(answer.status).toBe(400);
  const code = parseFragment(await answer.text()).filter(
    ({ tag, attributes }) => tag === 'script' && !attributes['type'],
  );
  for (const { text } of code) expect(policyOf(answer)['script-src']).toContain(hashOf(text));
});

test('an answer that is not a page has a policy that allows nothing', async () => {
  await app.service.storage.createBucket('open', { public: true });
  await app.service.storage
    .from('open')
    .upload('a.html', new Blob(['<script>alert(1)</script>'], { type: 'text/html' }));
  const stored = '/storage/v1/object/public/open/a.html';
  const files = ['/favicon.svg', '/rss.xml', '/sitemap.xml', '/robots.txt', '/blog?page=1', '/share/nowhere.png'];
  for (const path of [stored, '/rest/v1/blog_posts', '/auth/v1/health', '/contact.data', ...files]) {
    const answer = await get(path);
    const policy = policyOf(answer);
    expect(policy['default-src'], path).toEqual(["'none'"]);
    expect(policy['script-src'], path).toBeUndefined();
    expect(policy['frame-ancestors'], path).toEqual(["'none'"]);
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});

const LIMIT_OF_A_REPORT = 10_000;
const report = (body: string, type = 'application/csp-report', address = '203.0.113.1') =>
  fetch(`${app.url}/csp-reports`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type, 'X-Forwarded-For': address },
  });
const reportsInLog = () =>
  app
    .process()
    .said()
    .split('\n')
    .filter((line) => line.includes('Content-Security-Policy report'));

test('a report of either format is logged as one line of limited length', async () => {
  const forged = 'script-src-elem\n{"level":60,"msg":"forged"}\u2028\u001b[31m';
  const first = await report(
    JSON.stringify({ 'csp-report': { 'violated-directive': forged, 'blocked-uri': `inline${'x'.repeat(5000)}` } }),
  );
  expect(first.status).toBe(204);
  const second = await report(
    JSON.stringify([
      {
        type: 'csp-violation',
        url: 'https://site.example/',
        body: { effectiveDirective: 'style-src', sample: 'a\r\nb' },
      },
      { type: 'deprecation', body: { id: 'x' } },
    ]),
    'application/reports+json; charset=utf-8',
  );
  expect(second.status).toBe(204);
  const lines = await waitFor(() => (reportsInLog().length >= 2 ? reportsInLog() : null));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('script-src-elem');
  expect(lines[1]).toContain('style-src');
  for (const line of lines) {
    expect(line.length).toBeLessThan(3000);
    // oxlint-disable-next-line no-control-regex -- the log must not contain them
    expect(line).not.toMatch(/[\u0000-\u001f\u2028]/);
  }
  expect(app.process().said()).not.toMatch(/^\{"level":60,"msg":"forged"\}/m);
});

test('a report that is malformed, too large or too frequent is rejected', async () => {
  expect((await report('{}', 'application/json', '203.0.113.2')).status).toBe(415);
  expect((await report('{', undefined, '203.0.113.2')).status).toBe(400);
  expect((await report('[1,null,{"type":"csp-violation"}]', 'application/reports+json', '203.0.113.2')).status).toBe(
    400,
  );
  expect((await report(`"${'x'.repeat(LIMIT_OF_A_REPORT)}"`, undefined, '203.0.113.2')).status).toBe(413);
  expect((await get('/csp-reports')).status).toBe(404);
  const statuses = await Promise.all(
    Array.from({ length: 60 }, () =>
      report('{"csp-report":{}}', undefined, '203.0.113.3').then(({ status }) => status),
    ),
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});
