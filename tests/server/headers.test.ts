import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSampleFacts, UNLISTED } from '#server/unlisted.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { findStylesheet, request, uploadFile } from './requests.ts';

const SITE_URL = 'https://firm.example';

let app: TestApp;
/** A path for each kind of answer. */
let paths: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, smtp: false, env: { SITE_URL } });
  paths = {
    'a page': '/about',
    'a page with scripts': '/',
    'a page that is not there': '/no-such-page',
    'a font': '/fonts/hanken-grotesk-basic.woff2',
    'the sign-in page': '/auth',
    'the dashboard': '/admin',
    'data of the sign-in page': '/auth.data',
    'a built file': await findStylesheet(app.url),
    'an icon': '/favicon.svg',
    'robots.txt': '/robots.txt',

    'the data API': `/rest/v1/categories?apikey=${app.anonKey}`,
    'an error of the data API': '/rest/v1/categories',
    'an auth answer': '/auth/v1/health',
    'a service that is not offered': '/functions/v1/x',
    'an uploaded file': await uploadFile(app, 'a.txt', 'text'),
    'a share image': '/share/home.png',
    'a share image that is not there': '/share/none.png',
    'a redirect': '/about/',
    'a redirect to the sign-in page': '/auth/',
  };
});
afterAll(() => app?.stop());

const KINDS = [
  'a page',
  'a page with scripts',
  'a page that is not there',
  'the sign-in page',
  'the dashboard',
  'data of the sign-in page',
  'a built file',
  'an icon',
  'robots.txt',
  'the data API',
  'an error of the data API',
  'an auth answer',
  'a service that is not offered',
  'an uploaded file',
  'a share image',
  'a share image that is not there',
  'a redirect',
  'a redirect to the sign-in page',
];
const PAGES = ['a page', 'a page with scripts', 'a page that is not there', 'the sign-in page', 'the dashboard'];
const PERSONAL = ['a redirect to the sign-in page', 'the sign-in page', 'the dashboard', 'data of the sign-in page'];

const headersOf = async (kind: string) => (await request(app.url, paths[kind] ?? '')).headers;

describe.each(KINDS)('%s', (kind) => {
  test('carries the security headers', async () => {
    const headers = await headersOf(kind);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('carries a Content-Security-Policy that forbids frames', async () => {
    const policy = (await headersOf(kind))['content-security-policy'] ?? '';
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy.includes("script-src 'self'")).toBe(PAGES.includes(kind));
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  test('has noindex at a public address while facts of the firm are samples, or if it is personal', async () => {
    const isNoindex = hasSampleFacts() || PERSONAL.includes(kind);
    expect((await headersOf(kind))['x-robots-tag']).toBe(isNoindex ? 'noindex' : undefined);
  });
});

const PAGE = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=10, stale-while-revalidate=30',
  'cdn-cache-control': 'public, max-age=10, stale-while-revalidate=30',
  vary: 'Accept-Encoding',
};
const REVALIDATED = { 'cache-control': 'public, max-age=0, must-revalidate', vary: 'Accept-Encoding' };
const NOT_STORED = { 'cache-control': 'no-store', vary: undefined };
const NO_CACHE_HEADERS = { 'cache-control': undefined, vary: undefined };

test.each([
  ['a page', PAGE],
  ['a page with scripts', PAGE],
  ['a page that is not there', REVALIDATED],
  ['the sign-in page', NOT_STORED],
  ['a redirect to the sign-in page', NOT_STORED],
  ['the dashboard', NOT_STORED],
  ['data of the sign-in page', NOT_STORED],
  ['a built file', { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' }],
  ['an icon', { 'cache-control': 'public, max-age=3600', vary: 'Accept-Encoding' }],
  ['robots.txt', PAGE],
  ['a font', { 'cache-control': 'public, max-age=31536000', vary: 'Accept-Encoding' }],
  ['the data API', NO_CACHE_HEADERS],
  ['an uploaded file', { 'cache-control': 'max-age=3600', vary: undefined }],
  ['a share image', { 'cache-control': 'public, max-age=86400', vary: 'Accept-Encoding' }],
  ['a share image that is not there', NO_CACHE_HEADERS],
] as const)('%s has its caching headers', async (kind, expected) => {
  const headers = await headersOf(kind);
  const names = ['cache-control', 'cdn-cache-control', 'vary'];
  expect(Object.fromEntries(names.map((name) => [name, headers[name]]))).toEqual(expected);
});

test('a page whose data cannot be read is a 503 with the same security headers and no-store', async () => {
  await app.query('revoke select on public.blog_posts from anon');
  const answers = await Promise.all(
    ['/blog/category/customs-and-gst', '/share/blog/moowr-bonded-factory.png'].map((path) => request(app.url, path)),
  );
  await app.query('grant select on public.blog_posts to anon');
  for (const { status, headers } of answers) {
    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

test('a site with sample facts at a public address says so to its operator, and lets crawlers read the header', async () => {
  const said = `  Search    ${UNLISTED.says}\n            ${UNLISTED.remedy}\n`;
  expect(app.process().said().includes(said)).toBe(hasSampleFacts());
  const robots = await (await fetch(`${app.url}/robots.txt`)).text();
  expect(robots).not.toMatch(/^Disallow: \/$/m);
});

test('on a local network only what is personal has noindex, and the start says nothing of it; without https there is no Strict-Transport-Security', async () => {
  await app.restart('stop', { SITE_URL: 'http://site.local' });
  for (const kind of KINDS) {
    const headers = await headersOf(kind);
    expect(headers['x-robots-tag'], kind).toBe(PERSONAL.includes(kind) ? 'noindex' : undefined);
    expect(headers['strict-transport-security'], kind).toBeUndefined();
  }
  expect(app.process().said()).not.toContain('noindex');
});
