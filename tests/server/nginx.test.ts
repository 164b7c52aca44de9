import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectHttp2 } from 'node:http2';
import tls from 'node:tls';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#contract/database.types.ts';
import { ROOT } from '../support/app-process.ts';
import { freePort } from '../support/free-port.ts';
import { type Nginx, findNginx, startNginx } from '../support/nginx.ts';
import { getRaw } from '../support/raw-http.ts';
import { follow } from '../support/realtime.ts';
import { uploadResumable } from '../support/resumable.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

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

  const clientOf = (key: string): Client =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

  type Answer = { status: number; headers: IncomingHttpHeaders };
  /** Sends a request from another address of this machine, as another visitor. */
  function sendFrom(localAddress: string, path: string, headers: Record<string, string>, body: string) {
    return new Promise<Answer>((resolve, reject) => {
      const options = { method: 'POST', localAddress, headers, ca: nginx.certificate, agent: false };
      const sent = requestHttps(url + path, options, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

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
    const email = `${randomUUID()}@person.example`;
    const password = 'a long password';
    await app.signIn({ admin: false, email, password });
    await app.query('delete from auth.sessions');
    const claims = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': '203.0.113.9',
      Forwarded: 'for=203.0.113.9',
    };
    const headers = { ...claims, apikey: app.anonKey };
    const path = '/auth/v1/token?grant_type=password';
    const answer = await sendFrom('127.0.0.2', path, headers, JSON.stringify({ email, password }));
    expect(answer.status).toBe(200);
    expect(await app.query('select host(ip) as ip from auth.sessions')).toEqual([{ ip: '127.0.0.2' }]);
  });

  test('changes arrive by WebSocket', async () => {
    const watcher = clientOf(app.serviceRoleKey);
    const followed = await follow(watcher, { table: 'categories' });
    const slug = `c-${randomUUID()}`;
    await clientOf(app.serviceRoleKey).from('categories').insert({ name: 'Behind nginx', slug }).throwOnError();
    const seen = () => followed.changes.some((change) => 'slug' in change.new && change.new['slug'] === slug);
    expect(await waitFor(seen)).toBe(true);
    await watcher.removeAllChannels();
  });

  test('files of many megabytes are uploaded and downloaded whole, and too large ones are refused by the site', async () => {
    const service = clientOf(app.serviceRoleKey);
    await service.storage.createBucket('large', { public: true });
    const bytes = Buffer.alloc(20 * MEGABYTE, 'nginx');
    const uploaded = await service.storage.from('large').upload('whole.bin', bytes);
    expect(uploaded.error).toBeNull();
    const answer = await fetch(`${url}/storage/v1/object/public/large/whole.bin`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const tooLarge = await service.storage.from('large').upload('too-large.bin', Buffer.alloc(55 * MEGABYTE));
    expect(tooLarge.error).toMatchObject({ message: 'The object exceeded the maximum allowed size' });
  });

  test('a resumable upload goes on at the public address', async () => {
    await clientOf(app.serviceRoleKey).storage.createBucket('pieces', { public: true });
    const bytes = Buffer.alloc(3 * MEGABYTE, 'piece');
    const headers = { Authorization: `Bearer ${app.serviceRoleKey}` };
    const target = { bucket: 'pieces', key: 'whole.bin' };
    const address = await uploadResumable(url, bytes, target, { headers, chunkSize: MEGABYTE });
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

  test('while the site is away visitors are told when to try again, and it comes back by itself', async () => {
    await app.process().stop();
    const answer = await fetch(`${url}/about`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toContain('Please try again in a few seconds.');
    await app.restart('stop');
    expect((await fetch(`${url}/about`)).status).toBe(200);
  });
});
