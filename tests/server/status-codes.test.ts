import { beforeAll, describe, expect, test } from 'vitest';
import { NOT_FOUND_WORDS } from '../support/routes.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { findStylesheet, request } from './requests.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));
let stylesheet: string;

beforeAll(async () => {
  stylesheet = await findStylesheet(app.url);
});

const asService = () => ({ apikey: app.anonKey, Authorization: `Bearer ${app.serviceRoleKey}` });

describe('missing resources', () => {
  test.each([
    '/no-such-page',
    '/blog/no-such-post',
    '/blog/category/none',
    '/assets/none.js',
    '/services/none',
    '/csp-reports',
  ])('%s is the site’s own 404 page', async (path) => {
    const { status, headers, body } = await request(app.url, path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1');
    expect(body).toContain('noindex');
  });

  test('the 404 page writes the unknown path to the browser’s console', async () => {
    expect((await request(app.url, '/no-such-page')).body).toContain(NOT_FOUND_WORDS);
  });

  test('a post whose links and picture have malformed addresses is not missing', async () => {
    const links = ['http://', 'https://www .rbi.example/', 'https://www.dgft.example]', '/contact'];
    const content = links.map((link) => `<p><a href="${link}">${link}</a></p>`).join('');
    const post = {
      title: 'Malformed',
      slug: 'malformed',
      status: 'published',
      featured_image_url: 'https://',
      content,
    };
    await app.service.from('blog_posts').insert(post).throwOnError();
    const { status, body } = await request(app.url, '/blog/malformed');
    expect(status).toBe(200);
    expect(body).toContain('href="/contact"');
  });

  test('a relation that the data API does not have is a JSON 404', async () => {
    const { status, headers, body } = await request(app.url, '/rest/v1/none', { headers: asService() });
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toMatchObject({ code: 'PGRST205' });
  });

  test.each(['/realtime/v1/none', '/functions/v1/none', '/auth/v1/none', '/api/v1.0/none'])(
    '%s is a JSON 404',
    async (path) => {
      const { status, headers, body } = await request(app.url, path, { headers: asService() });
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('application/json');
      expect(JSON.parse(body)).toBeTypeOf('object');
    },
  );

  test('a missing file is a 404 in the format of the storage service', async () => {
    const { status, body } = await request(app.url, '/storage/v1/object/public/media/none.png');
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ statusCode: '404', error: 'not_found' });
  });

  test('the share image of an unknown page is a 404', async () => {
    expect((await request(app.url, '/share/none.png')).status).toBe(404);
  });
});

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

describe('unsupported methods', () => {
  test.each(WRITES)('%s on a page, a file or a share image is answered with an uncacheable 405', async (method) => {
    for (const path of ['/about', '/', '/auth', '/blog', '/favicon.svg', stylesheet, '/share/home.png']) {
      const { status, headers } = await request(app.url, path, { method });
      expect(status, path).toBe(405);
      expect(headers['etag'], path).toBeUndefined();
      expect(headers['cache-control'] ?? '', path).not.toContain('max-age=3');
    }
  });

  test('a 405 names the methods that the address has', async () => {
    for (const path of ['/about', '/', '/admin', '/blog/none', '/favicon.svg', '/share/home.png', '/no-such-page']) {
      const { status, headers } = await request(app.url, path, { method: 'POST' });
      expect([status, headers['allow']], path).toEqual([405, 'GET, HEAD']);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, headers, body } = await request(app.url, '/contact', { method });
      expect([status, headers['allow'], body.includes('<form')], method).toEqual([405, 'GET, HEAD, POST', false]);
    }
  });

  test('the data API answers 405 to an unsupported method', async () => {
    const { status, body } = await request(app.url, '/rest/v1/categories', { method: 'PUT', headers: asService() });
    expect([status, JSON.parse(body).code]).toEqual([405, expect.stringMatching(/^PGRST/)]);
  });

  test('an auth endpoint answers 405 in JSON', async () => {
    for (const [method, path] of [
      ['POST', '/auth/v1/health'],
      ['DELETE', '/auth/v1/token'],
    ] as const) {
      const { status, headers } = await request(app.url, path, { method, headers: asService() });
      expect([status, headers['content-type']]).toEqual([405, 'application/json']);
    }
  });

  test('the contact page takes a POST, and its form is checked', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await request(app.url, '/contact', { method: 'POST', headers: form, body: 'name=' });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});
