import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const PASSWORD = 'a long password';

const app = startForTests(() => shareTestApp());

let requestCount = 0;
/** With what `String.replace` would take for a part of what was found. */
const newEmail = () => `${randomUUID()}$&@person.example`;

/** Accounts of every kind. A client must not be able to tell their addresses from an unused one. */
const KNOWN: Record<string, () => Promise<string>> = {
  confirmed: async () => {
    const email = newEmail();
    await app.signIn({ admin: false, email });
    return email;
  },
  invited: async () => {
    const email = newEmail();
    await app.service.auth.admin.inviteUserByEmail(email);
    await backdateAccount(email);
    return email;
  },
  unconfirmed: async () => {
    const email = newEmail();
    await app.client().auth.signUp({ email, password: PASSWORD });
    await backdateAccount(email);
    return email;
  },
};

/** Moves the creation of the account and its mails one hour into the past. */
async function backdateAccount(email: string): Promise<void> {
  await app.query(
    `update auth.users set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour',
       confirmation_sent_at = confirmation_sent_at - interval '1 hour' where email = $1`,
    [email],
  );
}

type Answer = { status: number; headers: Record<string, string>; body: string };

async function post(path: string, body: object): Promise<Answer> {
  requestCount += 1;
  const answer = await fetch(`${app.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.1.${Math.floor(requestCount / 200)}.${(requestCount % 200) + 1}`,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The answer with placeholders for what differs between accounts: ids, the address and current timestamps. */
function shapeOf({ status, headers, body }: Answer, email: string): Answer {
  const isJustNow = (moment: string) => Math.abs(Date.now() - Date.parse(moment)) < 30_000;
  const text = body
    .replaceAll(email, 'EMAIL')
    .replace(UUID, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => (isJustNow(moment) ? 'NOW' : `NOT NOW ${moment}`))
    .replace(/after \d+ seconds/, 'after N seconds');
  const { date: _, 'x-request-id': __, 'content-length': length, ...others } = headers;
  return { status, headers: { ...others, ...(length && { 'content-length': 'N' }) }, body: text };
}

const REQUESTS: Record<string, (email: string) => Promise<Answer>> = {
  'POST /signup': (email) => post('/signup', { email, password: PASSWORD, data: { zeta: 1, a: [{ z: 1, b: 1.5 }] } }),
  'POST /recover': (email) => post('/recover', { email }),
  'POST /resend signup': (email) => post('/resend', { type: 'signup', email }),
  'POST /resend email_change': (email) => post('/resend', { type: 'email_change', email }),
  'POST /otp': (email) => post('/otp', { email, create_user: true, data: { zeta: 1 } }),
  'POST /otp create_user=false': (email) => post('/otp', { email, create_user: false }),
  'POST /magiclink': (email) => post('/magiclink', { email }),
};

describe.each(Object.keys(REQUESTS))('%s', (name) => {
  const request = REQUESTS[name] as (email: string) => Promise<Answer>;
  test.each(Object.keys(KNOWN))(
    'gives the address of an account that is %s the same answer as an unknown address',
    async (kind) => {
      const known = await (KNOWN[kind] as () => Promise<string>)();
      const unknown = newEmail();
      const first = await request(unknown);
      expect(first.status).toBe(200);
      expect(shapeOf(await request(known), known)).toEqual(shapeOf(first, unknown));
      const second = await request(unknown);
      expect(second.status).toBe(429);
      expect(shapeOf(await request(known), known)).toEqual(shapeOf(second, unknown));
    },
  );
});

test('the ids in the answers to two sign-ups do not reveal whether an account exists', async () => {
  const ids: Record<string, Set<string>> = {};
  for (const [kind, make] of Object.entries({ ...KNOWN, none: async () => newEmail() })) {
    const email = await make();
    ids[kind] = new Set();
    for (let at = 0; at < 2; at += 1) {
      ids[kind].add(JSON.parse((await REQUESTS['POST /signup']?.(email))?.body ?? '').id);
      await backdateAccount(email);
      if (kind === 'confirmed') break;
    }
  }
  expect(ids['none']?.size).toBe(2);
  expect(ids['unconfirmed']?.size).toBe(2);
  expect(ids['invited']?.size).toBe(2);
});

test('recovery, resend and a link for an unknown address, and sign-up for a known one, write no rows', async () => {
  const count = async () => {
    const [row] = await app.query(`select (select count(*) from auth.users)::int as users,
      (select count(*) from mail.outbox)::int as mails, (select count(*) from auth.one_time_tokens)::int as tokens`);
    return row;
  };
  const known = await (KNOWN['confirmed'] as () => Promise<string>)();
  const before = await count();
  await post('/recover', { email: newEmail() });
  await post('/resend', { type: 'signup', email: newEmail() });
  await post('/signup', { email: known, password: PASSWORD });
  await post('/otp', { email: newEmail(), create_user: false });
  expect(await count()).toEqual(before);
});
