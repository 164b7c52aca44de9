import { afterAll, beforeAll, expect, test } from 'vitest';
import { ITEM_TABLES } from '#contract/items.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';

/** A write that changes nothing still requires the right to write (issue 7, 6). */
let app: TestApp;
let tokens: Record<'anonymous' | 'signed-in' | 'admin' | 'service', string>;

beforeAll(async () => {
  app = await shareTestApp();
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

async function send(caller: keyof typeof tokens, table: string, { method, body, search = '', prefer }: Form) {
  const response = await fetch(`${app.url}/rest/v1/${table}${search}`, {
    method,
    body: body ?? null,
    headers: {
      apikey: app.anonKey,
      Authorization: `Bearer ${tokens[caller]}`,
      'Content-Type': 'application/json',
      ...(prefer !== undefined && { Prefer: prefer }),
    },
  });
  const text = await response.text();
  return { status: response.status, code: (text.startsWith('{') && JSON.parse(text).code) || null, text };
}

const NO_ROW = '?created_at=eq.1999-01-01';
const UPDATES: Form[] = [
  { method: 'PATCH', body: '{}' },
  { method: 'PATCH', body: '{}', search: NO_ROW },
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

test.each([
  ...ITEM_TABLES,
  'admin_users',
  'profiles',
  'writers',
  'post_reviews',
  'post_comments',
  'site_settings',
  'site_words',
  'activity',
  'post_redirects',
  'address_redirects',
  'post_revisions',
  'post_drafts',
  'post_presence',
  'post_previews',
  'deleted_items',
])('an anonymous caller gets 401 for every empty write to %s', async (table) => {
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

/** Names a writable column of the table: an unknown or unwritable column has an error of its own. */
function withColumnOf(table: string, form: Form): Form {
  const columns: Record<string, string> = {
    admin_users: 'user_id',
    profiles: 'name',
    writers: 'user_id',
    post_reviews: 'post_id',
    activity: 'title',
    post_redirects: 'old_slug',
    address_redirects: 'path',
    post_revisions: 'post',
    post_drafts: 'version',
    post_presence: 'post_id',
    post_previews: 'post_id',
    deleted_items: 'name',
  };
  return form.search === '?columns=id' ? { ...form, search: `?columns=${columns[table] ?? 'id'}` } : form;
}

test.each(ITEM_TABLES)('an empty write to %s requires the same role as a write of rows', async (table) => {
  const search = table === 'blog_posts' ? NO_ROW : '';
  for (const form of UPDATES) {
    const expected = form.prefer === 'return=representation' ? 200 : 204;
    for (const caller of ['signed-in', 'admin', 'service'] as const) {
      const { status } = await send(caller, table, { ...form, search });
      expect({ form, caller, status }).toEqual({ form, caller, status: expected });
    }
  }
  for (const form of INSERTS) {
    expect(await send('signed-in', table, form)).toMatchObject({ status: 403, code: '42501' });
    for (const caller of ['admin', 'service'] as const) {
      const { status } = await send(caller, table, form);
      // A merge that inserted nothing is 200 (protocol.md 2.4).
      const merges = form.prefer === 'resolution=merge-duplicates';
      expect({ form, caller, status }).toEqual({ form, caller, status: merges ? 200 : 201 });
    }
  }
});

test('an empty update is rejected without the right to update, and accepted with the right to update one column', async () => {
  for (const table of ['post_redirects', 'activity', 'post_revisions']) {
    for (const form of UPDATES.filter(({ search }) => !search)) {
      const { status, code } = await send('signed-in', table, form);
      expect({ table, form, status, code }).toEqual({ table, form, status: 403, code: '42501' });
    }
  }
  expect(await send('signed-in', 'site_settings', { method: 'PATCH', body: '{}' })).toMatchObject({ status: 204 });
});

test('every write to a view that is not updatable gets 405, for any caller', async () => {
  const forms = [
    ...UPDATES,
    ...INSERTS,
    { method: 'PATCH', body: '{"state":"confirmed"}' },
    { method: 'POST', body: '{"email":"a@b.example"}' },
    { method: 'DELETE' },
  ];
  for (const caller of ['anonymous', 'signed-in', 'admin', 'service'] as const) {
    for (const form of forms) {
      const { status, code } = await send(caller, 'accounts', form);
      expect({ caller, form, status, code }).toEqual({ caller, form, status: 405, code: '55000' });
    }
  }
  const { headers } = await fetch(`${app.url}/rest/v1/accounts`, {
    method: 'DELETE',
    headers: { apikey: app.anonKey },
  });
  expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
