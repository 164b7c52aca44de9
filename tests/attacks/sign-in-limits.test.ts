import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';

const PASSWORD = 'a long password';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) of the owner';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

type Origin = { address: string; userAgent?: string };

/** One sign-in as it goes over the wire: 200, 400 for a checked and wrong password, 429 for an unchecked one. */
async function signIn(email: string, password: string, { address, userAgent = 'a guesser' }: Origin): Promise<number> {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      ...{ apikey: app.anonKey, 'Content-Type': 'application/json' },
      ...{ 'X-Forwarded-For': address, 'User-Agent': userAgent },
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

/** Uses up what strangers together may fail at this account, ten from each of a few addresses. */
async function lockOut(email: string): Promise<void> {
  await times(5, async (at) => {
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await signIn(email, `guess ${guess}`, { address: `198.51.100.${at}` })).toBe(400);
    }
  });
}

test('of guesses sent at once no more are checked than of guesses sent one by one', async () => {
  const email = await makeOwner();
  const statuses = await times(60, (at) => signIn(email, `guess ${at}`, { address: '203.0.113.50' }));
  expect(count(statuses, 400)).toBeLessThanOrEqual(10);
  expect(count(statuses, 400) + count(statuses, 429)).toBe(60);
  const wide = await times(80, (at) => signIn(email, `guess ${at}`, { address: `203.0.113.${100 + at}` }));
  expect(count(wide, 400)).toBeLessThanOrEqual(50);
});

test('right passwords sent at once are not counted as guesses', async () => {
  const email = await makeOwner();
  for (let round = 0; round < 4; round += 1) {
    const statuses = await times(4, () => signIn(email, PASSWORD, { address: '203.0.113.60' }));
    expect(statuses).toEqual([200, 200, 200, 200]);
  }
});

test('a stranger cannot lock an owner out of the addresses and devices used before', async () => {
  const email = await makeOwner();
  const owner = { address: '192.0.2.10', userAgent: BROWSER };
  expect(await signIn(email, PASSWORD, owner)).toBe(200);
  await app.query('delete from auth.sessions');
  await lockOut(email);
  expect(await signIn(email, PASSWORD, { address: '198.51.100.200' })).toBe(429);

  expect(await signIn(email, 'a slip', owner)).toBe(400);
  expect(await signIn(email, PASSWORD, owner)).toBe(200);
  // The same device in the same network, whose provider gave it another address.
  expect(await signIn(email, PASSWORD, { ...owner, address: '192.0.2.77' })).toBe(200);
  // The same address with another program.
  expect(await signIn(email, PASSWORD, { address: '192.0.2.10', userAgent: 'another program' })).toBe(200);
  // Neither: a stranger in the same network.
  expect(await signIn(email, PASSWORD, { address: '192.0.2.99', userAgent: 'a third program' })).toBe(429);
});

test('a known address or device has an allowance, not a licence to guess', async () => {
  const email = await makeOwner();
  const owner = { address: '192.0.2.20', userAgent: BROWSER };
  await signIn(email, PASSWORD, owner);
  const ofNeighbour = await times(40, (at) => signIn(email, `guess ${at}`, { ...owner, userAgent: `program ${at}` }));
  expect(count(ofNeighbour, 400)).toBeLessThanOrEqual(10);
  // A neighbour behind the same address does not use up what the owner's own device may.
  expect(await signIn(email, PASSWORD, owner)).toBe(200);
  const statuses = [];
  for (let guess = 0; guess < 12; guess += 1) statuses.push(await signIn(email, `guess ${guess}`, owner));
  expect(count(statuses, 400)).toBe(10);
});
