import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitFor } from './support/wait-for.ts';
import { LONG, SLOWNESS } from './support/slowness.ts';

const MIGRATION = `create table public.things (id int primary key, name text not null);
alter table public.things enable row level security;
create policy "everybody reads things" on public.things for select using (name <> 'secret');
grant select on public.things to anon;
insert into public.things values (1, 'lamp'), (2, 'secret');`;

let folder: string;
let backend: ChildProcess | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backend-'));
  await mkdir(join(folder, 'project/migrations'), { recursive: true });
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the backend; returns the key and the address that it prints, empty if it ends. */
async function start(port = 0): Promise<{ key: string; url: string; output: string }> {
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    PROJECT_DIR: join(folder, 'project'),
    AUTH_CONFIRM_EMAIL: 'false',
  };
  let output = '';
  backend = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], { env });
  backend.stdout?.on('data', (chunk) => (output += chunk));
  backend.stderr?.on('data', (chunk) => (output += chunk));
  await vi.waitUntil(() => /\nready /.test(output) || backend?.exitCode !== null, { timeout: 50_000 * SLOWNESS });
  const [, key = '', url = ''] = /anon key (\S+)\nready (\S+)/.exec(output) ?? [];
  return { key, url, output };
}

async function stop(): Promise<void> {
  backend?.kill('SIGTERM');
  await waitFor(() => backend?.exitCode !== null);
}

test('the backend starts by itself for a project without migrations, whose accounts cannot invite', LONG, async () => {
  const { key, url, output } = await start();
  expect(url, output).toMatch(/^http/);
  const client = createClient(url, key, { auth: { persistSession: false } });
  const { data } = await client.auth.signUp({ email: 'b@person.example', password: 'a long password' });
  const response = await fetch(`${url}/auth/v1/invite`, {
    method: 'POST',
    headers: { apikey: key, Authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ email: 'c@person.example' }),
  });
  expect({ status: response.status, ...(await response.json()) }).toMatchObject({
    status: 403,
    error_code: 'not_admin',
  });
});

test('the backend starts by itself, applies the migrations of a project and serves its tables', LONG, async () => {
  await stop();
  await writeFile(join(folder, 'project/migrations/20260101000000_things.sql'), MIGRATION);
  const { key, url } = await start();
  const client = createClient(url, key, { auth: { persistSession: false } });
  expect((await client.from('things').select()).data).toEqual([{ id: 1, name: 'lamp' }]);
  expect((await client.from('things').insert({ id: 3, name: 'chair' })).error?.code).toBe('42501');
  expect((await client.auth.signUp({ email: 'a@person.example', password: 'a long password' })).error).toBeNull();
  expect((await client.storage.from('none').list()).data).toEqual([]);
});

test('a request without Host, which HTTP/1.0 allows, is answered', LONG, async () => {
  await stop();
  const { url } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /auth/v1/health HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
});

test('the database does not stay behind a start that fails', LONG, async () => {
  await stop();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  expect(await start((other.address() as AddressInfo).port)).toMatchObject({
    url: '',
    output: expect.stringContaining('EADDRINUSE'),
  });
  expect(existsSync(join(folder, 'data/postgres/postmaster.pid'))).toBe(false);
  other.close();
});
