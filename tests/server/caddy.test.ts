import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#contract/database.types.ts';
import { ROOT } from '../support/app-process.ts';
import { findProgram } from '../support/find-program.ts';
import { freePort } from '../support/free-port.ts';
import { follow } from '../support/realtime.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const program = findProgram('caddy');
const MEGABYTE = 1024 * 1024;

/** Caddy with deploy/caddy/Caddyfile as it is. Without TLS, so that it puts no authority into this machine's trust. */
async function startCaddy(address: string, upstream: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const child = spawn(program ?? '', ['run', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      SITE_ADDRESS: address,
      UPSTREAM: upstream,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `unix/${join(folder, 'admin.sock')}`,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitFor(() => fetch(address).catch(() => null));
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

describe.skipIf(program === null)(`Caddy in front of the site${program ? '' : ' (skipped: not installed)'}`, () => {
  let app: TestApp;
  let stopCaddy: (() => Promise<void>) | undefined;
  let url: string;

  beforeAll(async () => {
    const [port, site] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    app = await startTestApp({ env: { SITE_URL: url, TRUST_PROXY: '1', PORT: String(site) } });
    stopCaddy = await startCaddy(url, `127.0.0.1:${site}`);
  });
  afterAll(async () => {
    await stopCaddy?.();
    await app?.stop();
  });

  const clientOf = (key: string): Client =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

  test('the site sees the address of the visitor, whatever the visitor claims', async () => {
    const person = { email: `${randomUUID()}@person.example`, password: 'a long password' };
    await app.signIn({ admin: false, ...person });
    await app.query('delete from auth.sessions');
    const status = await new Promise((resolve, reject) => {
      const claims = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.9', apikey: app.anonKey };
      const options = { method: 'POST', localAddress: '127.0.0.2', headers: claims, agent: false };
      const sent = requestHttp(`${url}/auth/v1/token?grant_type=password`, options, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(person));
    });
    expect(status).toBe(200);
    expect(await app.query('select host(ip) as ip from auth.sessions')).toEqual([{ ip: '127.0.0.2' }]);
  });

  test('changes arrive by WebSocket', async () => {
    const watcher = clientOf(app.serviceRoleKey);
    const followed = await follow(watcher, { table: 'categories' });
    const slug = `c-${randomUUID()}`;
    await clientOf(app.serviceRoleKey).from('categories').insert({ name: 'Behind Caddy', slug }).throwOnError();
    const seen = () => followed.changes.some((change) => 'slug' in change.new && change.new['slug'] === slug);
    expect(await waitFor(seen)).toBe(true);
    await watcher.removeAllChannels();
  });

  test('a file of many megabytes is uploaded and downloaded whole', async () => {
    const service = clientOf(app.serviceRoleKey);
    await service.storage.createBucket('large', { public: true });
    const bytes = Buffer.alloc(20 * MEGABYTE, 'caddy');
    expect((await service.storage.from('large').upload('whole.bin', bytes)).error).toBeNull();
    const answer = await fetch(`${url}/storage/v1/object/public/large/whole.bin`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('metrics are not read from outside', async () => {
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  test('while the site is away visitors are told when to try again', async () => {
    await app.process().stop();
    const answer = await fetch(`${url}/about`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    await app.restart('stop');
    expect((await fetch(`${url}/about`)).status).toBe(200);
  });
});
