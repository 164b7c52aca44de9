import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect as connectHttp2 } from 'node:http2';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  clientAt,
  receivesChanges,
  passesLargeFile,
  answerWhileAway,
  signInFromAnotherAddress,
} from './proxy-steps.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/app-process.ts';
import { type Nginx, findNginx, startNginx } from '../support/nginx.ts';
import { getRaw } from '../support/raw-http.ts';
import { uploadByTus } from '../support/resumable.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';

const { program, missing } = findNginx();
const MEGABYTE = 1024 * 1024;

/** The site behind the real nginx with the configuration of deploy/nginx, TLS, and TRUST_PROXY=1. */
describe.skipIf(program === null)(`nginx in front of the site${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let app: TestApp;
  let nginx: Nginx;
  let url: string;
  let plainUrl: string;
  const authorities = tls.getCACertificates('default');

  beforeAll(async () => {
    const ports = { http: await freePort(), https: await freePort(), site: await freePort() };
    url = `https://127.0.0.1:${ports.https}`;
    plainUrl = `http://127.0.0.1:${ports.http}`;
    const env = { SITE_URL: url, TRUST_PROXY: '1', PORT: String(ports.site) };
    app = await startTestApp({ sampleContent: true, env });
    nginx = await startNginx(program ?? '', ports);
    // For fetch, WebSocket and the clients of this thread.
    tls.setDefaultCACertificates([...authorities, nginx.certificate]);
  });
  afterAll(async () => {
    tls.setDefaultCACertificates(authorities);
    await nginx?.stop();
    await app?.stop();
  });

  test('plain HTTP leads to the same address with TLS', async () => {
    for (const host of ['localhost', 'attacker.example']) {
      const { status, headers } = await getRaw(plainUrl, '/blog?page=2', { Host: host });
      expect([status, headers['location']]).toEqual([301, 'https://localhost/blog?page=2']);
    }
  });

  test('pages come with HSTS, compressed by the site, and their links name the public address', async () => {
    const answer = await fetch(`${url}/about`, { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('server')).toBe('nginx');
    expect(await answer.text()).toContain(`<link rel="canonical" href="${url}/about"`);
  });

  test('visitors may speak HTTP/2', async () => {
    const session = connectHttp2(url, { ca: nginx.certificate });
    const stream = session.request({ ':path': '/about' });
    const status = await new Promise((resolve, reject) => {
      stream.once('response', (headers) => resolve(headers[':status']));
      session.once('error', reject);
    });
    session.close();
    expect(status).toBe(200);
  });

  test('the site sees the address of the visitor, whatever the visitor claims', async () => {
    expect(await signInFromAnotherAddress(app, url, nginx.certificate)).toEqual(['127.0.0.2']);
  });

  test('changes arrive by WebSocket', async () => {
    expect(await receivesChanges(app, url)).toBe(true);
  });

  test('files of many megabytes are uploaded and downloaded whole, and too large ones are refused by the site', async () => {
    expect(await passesLargeFile(app, url)).toBe(true);
    const { storage } = clientAt(url, app.serviceRoleKey);
    const tooLarge = await storage.from('large').upload('too-large.bin', Buffer.alloc(55 * MEGABYTE));
    expect(tooLarge.error).toMatchObject({ message: 'The object exceeded the maximum allowed size' });
  });

  test('a resumable upload goes on at the public address', async () => {
    await clientAt(url, app.serviceRoleKey).storage.createBucket('pieces', { public: true });
    const bytes = Buffer.alloc(3 * MEGABYTE, 'piece');
    const headers = { Authorization: `Bearer ${app.serviceRoleKey}` };
    const target = { bucket: 'pieces', key: 'whole.bin' };
    const address = await uploadByTus(url, bytes, target, { headers, chunkSize: MEGABYTE });
    expect(address).toMatch(new RegExp(`^${url}/`));
    const answer = await fetch(`${url}/storage/v1/object/public/pieces/whole.bin`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('the longest address passes, and a longer one gets the answer of the site', async () => {
    const longest = `/blog?q=${'a'.repeat(8_000)}`;
    expect((await fetch(url + longest)).status).toBe(200);
    const refused = await fetch(`${url}${longest}${'a'.repeat(1_000)}`);
    expect(refused.status).toBe(414);
    expect(await refused.text()).not.toContain('nginx');
    expect((await fetch(`${url}/about`, { headers: { 'X-Long': 'a'.repeat(20_000) } })).status).toBe(200);
  });

  test('the address of the health check of the container is answered, also from outside', async () => {
    const file = await readFile(join(ROOT, 'scripts/check-health.mjs'), 'utf8');
    const path = /\/(?:healthz|readyz)/.exec(file)?.[0] ?? 'none';
    expect((await fetch(url + path)).status).toBe(200);
  });

  test('metrics are not read from outside', async () => {
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('nginx')]);
  });

  test('while the site is away visitors are told when to try again and not recorded, and it comes back by itself', async () => {
    expect(await answerWhileAway(app, url)).toContain('Please try again in a few seconds.');
    expect(await nginx.logged()).not.toContain('/about');
  });
});
