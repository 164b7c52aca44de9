import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from './support/wait-for.ts';

const MIGRATION = `create table public.things (id int primary key, name text not null);
alter table public.things enable row level security;
create policy "everybody reads things" on public.things for select using (name <> 'secret');
grant select on public.things to anon;
insert into public.things values (1, 'lamp'), (2, 'secret');`;

let folder: string;
let backend: ChildProcess;
let output = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backend-'));
  await mkdir(join(folder, 'project/migrations'), { recursive: true });
  await writeFile(join(folder, 'project/migrations/20260101000000_things.sql'), MIGRATION);
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), PROJECT_DIR: join(folder, 'project') };
  backend = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], { env });
  backend.stdout?.on('data', (text) => (output += text));
  backend.stderr?.on('data', (text) => (output += text));
});
afterAll(async () => {
  backend.kill('SIGTERM');
  await waitFor(() => backend.exitCode !== null);
  await rm(folder, { recursive: true, force: true });
});

test('the backend starts by itself, applies the migrations of a project and serves its tables', async () => {
  const [, key = '', url = ''] = await waitFor(() => /anon key (\S+)\nready (\S+)/.exec(output));
  const client = createClient(url, key, { auth: { persistSession: false } });
  expect((await client.from('things').select()).data).toEqual([{ id: 1, name: 'lamp' }]);
  expect((await client.from('things').insert({ id: 3, name: 'chair' })).error?.code).toBe('42501');
  expect((await client.auth.signUp({ email: 'a@person.example', password: 'a long password' })).error).toBeNull();
  expect((await client.storage.from('none').list()).data).toEqual([]);
});
