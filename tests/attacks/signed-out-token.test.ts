import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from '#contract/database.types.ts';
import { setUpMfa, verifyMfa } from '../support/mfa.ts';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client } from '../support/test-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp());

async function tokenOf(client: Client): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
}

/** A client that sends a copied access token, even after its session has ended. */
function clientWith(token: string): Client {
  return createClient<Database>(app.url, app.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
    global: { headers: { Authorization: `Bearer ${token}` } },
  });
}

const post = () => ({ title: 'A title', slug: `p-${randomUUID()}`, content: 'Text' });

/** What a client can do as an administrator: error code of a write, success of an upload, number of rows read. */
async function rightsOf(client: Client) {
  const written = await client.from('blog_posts').insert(post());
  const picture = await client.storage.from('media').upload(`${randomUUID()}.png`, PIXEL, { contentType: 'image/png' });
  const read = await client.from('accounts').select('id').limit(1);
  return {
    write: written.error?.code ?? null,
    upload: picture.error === null,
    read: read.data?.length ?? 0,
  };
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const ALL = { write: null, upload: true, read: 1 };
const NONE = { write: '42501', upload: false, read: 0 };

test('the token of a signed-out administrator can neither write nor read as an administrator', async () => {
  const admin = await app.signIn({ admin: true });
  const attacker = clientWith(await tokenOf(admin));
  expect(await rightsOf(attacker)).toEqual(ALL);
  await admin.auth.signOut();
  expect(await rightsOf(attacker)).toEqual(NONE);
});

test('signing out with scope others ends the rights of the other tokens and keeps those of this one', async () => {
  const credentials = { email: `${randomUUID()}@person.example`, password: 'a long password' };
  const admin = await app.signIn({ admin: true, ...credentials });
  const other = app.client();
  await other.auth.signInWithPassword(credentials);
  const attacker = clientWith(await tokenOf(other));
  expect(await rightsOf(attacker)).toEqual(ALL);
  await admin.auth.signOut({ scope: 'others' });
  expect(await rightsOf(attacker)).toEqual(NONE);
  expect(await rightsOf(admin)).toEqual(ALL);
});

test('the token of an expired session or of a banned user has no administrator rights', async () => {
  const admin = await app.signIn({ admin: true });
  const { data } = await admin.auth.getUser();
  const id = data.user?.id;
  const change = (sql: string) => app.query(sql, [id]);
  await change(`update auth.sessions set not_after = now() - interval '1 minute' where user_id = $1`);
  expect(await rightsOf(admin)).toEqual(NONE);
  await change(`update auth.sessions set not_after = now() + interval '1 hour' where user_id = $1`);
  expect(await rightsOf(admin)).toEqual(ALL);
  await change(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`);
  expect(await rightsOf(admin)).toEqual(NONE);
  await change(`update auth.users set banned_until = now() - interval '1 hour' where id = $1`);
  expect(await rightsOf(admin)).toEqual(ALL);
});

test('the token of a session whose authenticator app was removed has no administrator rights', async () => {
  const admin = await app.signIn({ admin: true });
  const kept = await setUpMfa(admin);
  const removed = await setUpMfa(admin);
  const token = await tokenOf(admin);
  expect(await rightsOf(clientWith(token))).toEqual(ALL);
  expect((await admin.auth.mfa.unenroll({ factorId: removed.factorId })).error).toBeNull();
  expect(await rightsOf(clientWith(token))).toEqual(NONE);
  await verifyMfa(admin, kept);
  expect(await rightsOf(admin)).toEqual(ALL);
});

test('a signed upload URL is invalid after its signer signs out', async () => {
  const admin = await app.signIn({ admin: true });
  const bucket = app.anon.storage.from('media');
  const sign = async () => {
    const { data } = await admin.storage.from('media').createSignedUploadUrl(`${randomUUID()}.png`);
    return { path: data?.path ?? '', token: data?.token ?? '' };
  };
  const [first, second] = [await sign(), await sign()];
  const upload = ({ path, token }: typeof first) =>
    bucket.uploadToSignedUrl(path, token, PIXEL, { contentType: 'image/png' });
  expect((await upload(first)).error).toBeNull();
  await admin.auth.signOut();
  expect((await upload(second)).error).not.toBeNull();
});
