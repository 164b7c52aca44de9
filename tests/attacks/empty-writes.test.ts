import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';

/** A write that changes nothing needs the right to write all the same (issue 7, 6). */
let app: TestApp;
let tokens: Record<'anonymous' | 'signed-in' | 'admin' | 'service', string>;

beforeAll(async () => {
  app = await startTestApp();
  const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token ?? '';
  tokens = {
    anonymous: app.anonKey,
    'signed-in': await tokenOf(await app.signIn({ admin: false })),
    admin: await tokenOf(await app.signIn({ admin: true })),
    service: app.serviceRoleKey,
  };
});
afterAll(() => app?.stop());

type Form = { method: string; body?: string; search?: string; prefer?: string };

async function send(person: keyof typeof tokens, table: string, { method, body, search = '', prefer }: Form) {
  const response = await fetch(`${app.url}/rest/v1/${table}${search}`, {
    method,
    body: body ?? null,
    headers: {
      apikey: app.anonKey,
      Authorization: `Bearer ${tokens[person]}`,
      'Content-Type': 'application/json',
      ...(prefer !== undefined && { Prefer: prefer }),
    },
  });
  const text = await response.text();
  return { status: response.status, code: (text.startsWith('{') && JSON.parse(text).code) || null, text };
}

const NOBODY = '?created_at=eq.1999-01-01';
const UPDATES: Form[] = [
  { method: 'PATCH', body: '{}' },
  { method: 'PATCH', body: '{}', search: NOBODY },
  { method: 'PATCH', body: '[]' },
  { method: 'PATCH', body: '[{}]', prefer: 'return=representation' },
  { method: 'PATCH', body: '{}', prefer: 'count=exact, handling=strict, max-affected=0' },
];
const INSERTS: Form[] = [
  { method: 'POST', body: '[]' },
  { method: 'POST', body: '[]', search: '?columns=id' },
  { method: 'POST', body: '[]', prefer: 'missing=default' },
  { method: 'POST', body: '[]', prefer: 'resolution=merge-duplicates' },
  { method: 'POST', body: '[]', prefer: 'resolution=ignore-duplicates, return=representation' },
];
const CONTENT = ['blog_posts', 'categories', 'testimonials'];

test.each([
  ...CONTENT,
  'admin_users',
  'site_settings',
  'activity',
  'post_redirects',
  'post_revisions',
  'deleted_items',
])('anonymous callers are asked to sign in for every empty write to %s', async (table) => {
  const forms = [
    ...UPDATES.filter(({ search }) => !search),
    ...INSERTS,
    { method: 'POST', body: '{}' },
    { method: 'DELETE' },
  ];
  for (const form of forms) {
    const { status, code } = await send('anonymous', table, withColumnOf(table, form));
    expect({ form, status, code }).toEqual({ form, status: 401, code: '42501' });
  }
});

/** A column that is not there, or is never written, would be answered instead. */
function withColumnOf(table: string, form: Form): Form {
  const columns: Record<string, string> = {
    admin_users: 'user_id',
    activity: 'title',
    post_redirects: 'old_slug',
    post_revisions: 'post',
    deleted_items: 'name',
  };
  return form.search === '?columns=id' ? { ...form, search: `?columns=${columns[table] ?? 'id'}` } : form;
}

test.each(CONTENT)('empty writes to %s are what writes of rows are: by role', async (table) => {
  const search = table === 'blog_posts' ? NOBODY : '';
  for (const form of UPDATES) {
    const expected = form.prefer === 'return=representation' ? 200 : 204;
    for (const person of ['signed-in', 'admin', 'service'] as const) {
      const { status } = await send(person, table, { ...form, search });
      expect({ form, person, status }).toEqual({ form, person, status: expected });
    }
  }
  for (const form of INSERTS) {
    expect(await send('signed-in', table, form)).toMatchObject({ status: 403, code: '42501' });
    for (const person of ['admin', 'service'] as const) {
      const { status } = await send(person, table, form);
      expect({ form, person, status }).toEqual({ form, person, status: 201 });
    }
  }
});

test('who may read a table and not change it may not change nothing in it; who may change one column may', async () => {
  for (const table of ['post_redirects', 'activity', 'post_revisions']) {
    for (const form of UPDATES.filter(({ search }) => !search)) {
      const { status, code } = await send('signed-in', table, form);
      expect({ table, form, status, code }).toEqual({ table, form, status: 403, code: '42501' });
    }
  }
  expect(await send('signed-in', 'site_settings', { method: 'PATCH', body: '{}' })).toMatchObject({ status: 204 });
});

test('a view that cannot be written says so, to everybody and for every write', async () => {
  const forms = [
    ...UPDATES,
    ...INSERTS,
    { method: 'PATCH', body: '{"state":"confirmed"}' },
    { method: 'POST', body: '{"email":"a@b.example"}' },
    { method: 'DELETE' },
  ];
  for (const person of ['anonymous', 'signed-in', 'admin', 'service'] as const) {
    for (const form of forms) {
      const { status, code } = await send(person, 'accounts', form);
      expect({ person, form, status, code }).toEqual({ person, form, status: 405, code: '55000' });
    }
  }
  const { headers } = await fetch(`${app.url}/rest/v1/accounts`, {
    method: 'DELETE',
    headers: { apikey: app.anonKey },
  });
  expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
