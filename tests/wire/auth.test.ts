import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, linkIn, followLink } from '../support/test-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const PASSWORD = 'a long password';

const app = startForTests(() => shareTestApp());

/** Follows a link of a mail as a browser does; returns the address and the fragment of the redirect. */
async function follow(link: string): Promise<{ address: string; fragment: URLSearchParams }> {
  const answer = await followLink(link);
  expect(answer.status).toBe(303);
  const location = new URL(answer.headers.get('location') ?? '');
  return { address: location.origin + location.pathname, fragment: new URLSearchParams(location.hash.slice(1)) };
}

/** Opens the session in the fragment, as supabase-js does on the page of the link. */
async function openSession(client: Client, fragment: URLSearchParams) {
  const tokens = {
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  };
  const { data, error } = await client.auth.setSession(tokens);
  if (error) throw error;
  return data;
}

test('a user can sign up, confirm by mail, sign in and sign out', async () => {
  const client = app.client();
  const email = `${randomUUID()}@person.example`;
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: app.url },
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({
    session: null,
    user: { email, role: 'authenticated', identities: [{ provider: 'email' }] },
  });

  const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });

  const { address, fragment } = await follow(linkIn(await app.mailTo(email)));
  expect(address).toBe(`${app.url}/`);
  expect(fragment.get('type')).toBe('signup');
  expect((await openSession(client, fragment)).user?.email).toBe(email);

  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  const { data: claims } = await client.auth.getClaims();
  expect(claims?.header.alg).toBe('ES256');
  expect(claims?.claims).toMatchObject({ email, role: 'authenticated', aud: 'authenticated', aal: 'aal1' });
  expect((await client.auth.signOut()).error).toBeNull();
  expect((await client.auth.getSession()).data.session).toBeNull();
});
