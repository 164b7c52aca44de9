import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { randomAddress } from '../support/random-address.ts';
import { type Client, linkIn, startTestApp } from '../support/test-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

/** A stranger gives an anonymous account a victim's address and a password, and waits for the victim's click. */
const PASSWORD = 'known to a stranger';
/** As Node's fetch says it, which the official client uses here. */
const BROWSER = 'node';

const app = startForTests(() => startTestApp({ env: { AUTH_ANONYMOUS_SIGN_INS: 'true' } }));

async function giveAddress(client: Client) {
  const email = `${randomUUID()}@person.example`;
  expect((await client.auth.signInAnonymously()).error).toBeNull();
  expect((await client.auth.updateUser({ email, password: PASSWORD })).error).toBeNull();
  return { email, mail: await app.mailTo(email) };
}

async function isSignedIn(client: Client): Promise<boolean> {
  return (await client.auth.refreshSession()).error === null;
}

async function knowsPassword(email: string): Promise<boolean> {
  return (await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error === null;
}

const follow = (link: string, address: string) =>
  fetch(link, { redirect: 'manual', headers: { 'X-Forwarded-For': address, 'User-Agent': BROWSER } });

test('a link that another client opens ends the session and the password of the account, and the mail says so', async () => {
  const stranger = app.client();
  const { email, mail } = await giveAddress(stranger);
  expect(mail.subject).toBe(`Add this email address to an account at ${firm.name}`);
  expect(mail.text).toContain('ends all other sessions of the account and removes its password');
  const answer = await follow(linkIn(mail), randomAddress());
  expect(answer.headers.get('location')).toContain('access_token=');
  expect([await isSignedIn(stranger), await knowsPassword(email)]).toEqual([false, false]);
});

test('a code that another client presents does the same, and its own session stays', async () => {
  const stranger = app.client();
  const { email, mail } = await giveAddress(stranger);
  const victim = app.client();
  const token = /(?<!\w)\d{6}(?!\w)/.exec(mail.text)?.[0] ?? '';
  expect((await victim.auth.verifyOtp({ type: 'email_change', email, token })).error).toBeNull();
  expect([await isSignedIn(stranger), await isSignedIn(victim)]).toEqual([false, true]);
  expect(await knowsPassword(email)).toBe(false);
});

test('the client of the anonymous account keeps its session and the password', async () => {
  const owner = app.client();
  const { email, mail } = await giveAddress(owner);
  const { data } = await owner.auth.getUser();
  const [{ ip }] = (await app.query('select host(ip) as ip from auth.sessions where user_id = $1', [
    data.user?.id,
  ])) as [{ ip: string }];
  await follow(linkIn(mail), ip);
  expect([await isSignedIn(owner), await knowsPassword(email)]).toEqual([true, true]);
});
