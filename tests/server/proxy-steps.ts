import { randomUUID } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import type { Database } from '#contract/database.types.ts';
import { follow } from '../support/realtime.ts';
import type { Client, TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

// What holds behind each reverse proxy of deploy/; `url` is the address of the proxy.

const MEGABYTE = 1024 * 1024;

export const clientAt = (url: string, key: string): Client =>
  createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

/**
 * Signs in from 127.0.0.2 with other claims in the headers, and returns the addresses of the sessions; `ca` is the
 * certificate of a proxy with TLS.
 */
export async function signInFromAnotherAddress(app: TestApp, url: string, ca?: string): Promise<unknown[]> {
  const person = { email: `${randomUUID()}@person.example`, password: 'a long password' };
  await app.signIn({ admin: false, ...person });
  await app.query('delete from auth.sessions');
  const claims = { 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9' };
  const headers = { 'Content-Type': 'application/json', ...claims, apikey: app.anonKey };
  const send = ca === undefined ? requestHttp : requestHttps;
  const status = await new Promise((resolve, reject) => {
    const options = { method: 'POST', localAddress: '127.0.0.2', headers, agent: false, ...(ca && { ca }) };
    const sent = send(`${url}/auth/v1/token?grant_type=password`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(person));
  });
  expect(status).toBe(200);
  return (await app.query('select host(ip) as ip from auth.sessions')).map(({ ip }) => ip);
}

/** Saves a row and waits until a WebSocket has the change. */
export async function receivesChanges(app: TestApp, url: string): Promise<boolean> {
  const watcher = clientAt(url, app.serviceRoleKey);
  const followed = await follow(watcher, { table: 'categories' });
  const slug = `c-${randomUUID()}`;
  await watcher.from('categories').insert({ name: 'Behind a proxy', slug }).throwOnError();
  const isReceived = await waitFor(() =>
    followed.changes.some((change) => 'slug' in change.new && change.new['slug'] === slug),
  );
  await watcher.removeAllChannels();
  return isReceived;
}

/** Uploads 20 MB to the new public bucket `large`; returns whether they are downloaded as they were. */
export async function passesLargeFile(app: TestApp, url: string): Promise<boolean> {
  const { storage } = clientAt(url, app.serviceRoleKey);
  await storage.createBucket('large', { public: true });
  const bytes = Buffer.alloc(20 * MEGABYTE, 'proxy');
  expect((await storage.from('large').upload('whole.bin', bytes)).error).toBeNull();
  const answer = await fetch(`${url}/storage/v1/object/public/large/whole.bin`);
  return Buffer.from(await answer.arrayBuffer()).equals(bytes);
}

/** Stops the site and starts it again. Returns the body of the answer meanwhile, which must name a time to retry. */
export async function answerWhileAway(app: TestApp, url: string): Promise<string> {
  await app.process().stop();
  const answer = await fetch(`${url}/about`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  await app.restart('stop');
  expect((await fetch(`${url}/about`)).status).toBe(200);
  return answer.text();
}
