import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const PASSWORD = 'a long password';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) of the owner';

const app = startForTests(() => shareTestApp());

type Origin = { address: string; userAgent?: string };

/** The status of a sign-in: 200, 400 for a wrong password, 429 for a password that was not checked. */
async function signIn(
  email: string,
  password: string,
  { address, userAgent = 'an attacker' }: Origin,
): Promise<number> {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      'User-Agent': userAgent,
    },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function makeOwner(): Promise<string> {
  const email = `${randomUUID()}@person.example`;
  await app.signIn({ admin: false, email, password: PASSWORD });
  return email;
}

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

/** Uses up the wrong passwords that unknown clients share for this account, ten from each of five addresses. */
async function lockOut(email: string): Promise<void> {
  await times(5, async (at) => {
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await signIn(email, `guess ${guess}`, { address: `198.51.100.${at}` })).toBe(400);
    }
  });
}

test('concurrent guesses have the same limits as sequential guesses', async () => {
  const email = await makeOwner();
  const statuses = await times(60, (at) => signIn(email, `guess ${at}`, { address: '203.0.113.50' }));
  expect(count(statuses, 400)).toBeLessThanOrEqual(10);
  expect(count(statuses, 400) + count(statuses, 429)).toBe(60);
  const wide = await times(80, (at) => signIn(email, `guess ${at}`, { address: `203.0.113.${100 + at}` }));
  expect(count(wide, 400)).toBeLessThanOrEqual(50);
});

test('concurrent sign-ins with the right password are not counted as guesses', async () => {
  const email = await makeOwner();
  for (let round = 0; round < 4; round += 1) {
    const statuses = await times(4, () => signIn(email, PASSWORD, { address: '203.0.113.60' }));
    expect(statuses).toEqual([200, 200, 200, 200]);
  }
});

test('an attacker cannot lock an owner out of addresses and devices that signed in before', async () => {
  const email = await makeOwner();
  const owner = { address: '192.0.2.10', userAgent: BROWSER };
  expect(await signIn(email, PASSWORD, owner)).toBe(200);
  await app.query('delete from auth.sessions');
  await lockOut(email);
  expect(await signIn(email, PASSWORD, { address: '198.51.100.200' })).toBe(429);

  expect(await signIn(email, 'a slip', owner)).toBe(400);
  expect(await signIn(email, PASSWORD, owner)).toBe(200);
  // The same device in the same network, with another address.
  expect(await signIn(email, PASSWORD, { ...owner, address: '192.0.2.77' })).toBe(200);
  // The same address with another user agent.
  expect(await signIn(email, PASSWORD, { address: '192.0.2.10', userAgent: 'another program' })).toBe(200);
  // Another address and another user agent in the same network.
  expect(await signIn(email, PASSWORD, { address: '192.0.2.99', userAgent: 'a third program' })).toBe(429);
});

test('wrong passwords from a known address or device are limited too', async () => {
  const email = await makeOwner();
  const owner = { address: '192.0.2.20', userAgent: BROWSER };
  await signIn(email, PASSWORD, owner);
  const neighbourStatuses = await times(40, (at) =>
    signIn(email, `guess ${at}`, { ...owner, userAgent: `program ${at}` }),
  );
  expect(count(neighbourStatuses, 400)).toBeLessThanOrEqual(10);
  // Guesses of a neighbour behind the same address do not count against the owner's device.
  expect(await signIn(email, PASSWORD, owner)).toBe(200);
  const statuses = [];
  for (let guess = 0; guess < 12; guess += 1) statuses.push(await signIn(email, `guess ${guess}`, owner));
  expect(count(statuses, 400)).toBe(10);
});
