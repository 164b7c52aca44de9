import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import type { TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;

beforeAll(async () => {
  app = await shareTestApp();
  await app.query(`
    create view public.slow as select 1 as id, pg_sleep(40)::text as waited;
    create table public.notes (id int generated always as identity, written_by text);
    create function public.write_note() returns text language plpgsql volatile security definer
      as $$ begin insert into public.notes (written_by) values (current_setting('role')); return 'written'; end $$;
    create view public.writing as select 1 as id, public.write_note() as result;
    grant select on public.slow, public.writing to anon, authenticated, service_role;
  `);
  // The data API reads the schema again when a request has an unknown name, at most every second.
  await waitFor(async () => (await ask('/slow?limit=0')).ok);
  await waitFor(async () => (await ask('/writing?limit=0')).ok);
});
afterAll(async () => {
  await app?.query(`drop view if exists public.slow, public.writing;
    drop function if exists public.write_note; drop table if exists public.notes`);
  await app?.stop();
});

function ask(path: string, { key = app.anonKey, method = 'GET' } = {}): Promise<Response> {
  return fetch(`${app.url}/rest/v1${path}`, { method, headers: { apikey: key, Authorization: `Bearer ${key}` } });
}
const notes = async () => (await app.query('select written_by from public.notes')).map((row) => row['written_by']);

async function timeSlow(key: string): Promise<{ status: number; code: string; seconds: number }> {
  const began = performance.now();
  const answer = await ask('/slow', { key });
  const { code } = (await answer.json()) as { code: string };
  return { status: answer.status, code, seconds: (performance.now() - began) / 1000 };
}

describe('a statement that takes too long', () => {
  test('of an anonymous caller ends after 2 seconds with 57014', async () => {
    const { status, code, seconds } = await timeSlow(app.anonKey);
    expect({ status, code }).toEqual({ status: 500, code: '57014' });
    expect(seconds).toBeGreaterThan(1.9);
    expect(seconds).toBeLessThan(7);
  });

  test('of a caller with a token ends after 8 seconds with 57014', async () => {
    const { status, code, seconds } = await timeSlow(app.serviceRoleKey);
    expect({ status, code }).toEqual({ status: 500, code: '57014' });
    expect(seconds).toBeGreaterThan(7.9);
    expect(seconds).toBeLessThan(13);
  });

  test('leaves nothing running in the database, and its connections are used again', async () => {
    await Promise.all([1, 2, 3, 4].map(() => timeSlow(app.anonKey)));
    const running = await app.query(`select query from pg_stat_activity where state = 'active' and query ~ 'slow'
      and pid <> pg_backend_pid()`);
    expect(running).toEqual([]);
    expect((await ask('/categories')).status).toBe(200);
  });
});

describe('a read through the data API', () => {
  test('has a view whose function writes outside of the data API', async () => {
    await app.query('begin; set local role anon; select * from public.writing; commit');
    expect(await notes()).toEqual(['anon']);
    await app.query('delete from public.notes');
  });

  test.each(['anonKey', 'serviceRoleKey'] as const)('with the %s cannot write through the view', async (name) => {
    const read = await ask('/writing', { key: app[name] });
    expect(read.status).toBe(405);
    expect(await read.json()).toMatchObject({ code: '25006' });
    const head = await ask('/writing', { key: app[name], method: 'HEAD' });
    expect(head.status).toBe(405);
    expect(await notes()).toEqual([]);
  });
});
