import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { recordFigure, summarise } from '../support/fault-runs.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(startTestApp);

/** A wrong sign-in that is sent except for its last byte, so that many requests can be completed at the same time. */
async function prepareWrongSignIn(address: string): Promise<{ send: () => Promise<number> }> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify({ email: `${randomUUID()}@nobody.example`, password: 'wrong' });
  const head = [
    'POST /auth/v1/token?grant_type=password HTTP/1.1',
    `Host: ${host}`,
    'Connection: close',
    `apikey: ${app.anonKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-Forwarded-For: ${address}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  const send = async (): Promise<number> => {
    socket.write(body.slice(-1));
    return Number((await text(socket)).split(' ')[1]);
  };
  return { send };
}

/** Completes a wrong sign-in from each address at the same time; `statuses` grows with each answer. */
async function flood(addresses: string[]): Promise<{ statuses: number[]; end: Promise<unknown> }> {
  const prepared = await Promise.all(addresses.map(prepareWrongSignIn));
  const statuses: number[] = [];
  const end = Promise.all(prepared.map(({ send }) => send().then((status) => statuses.push(status))));
  return { statuses, end };
}

test('a flood of wrong sign-ins does not delay pages or requests of signed-in users', async () => {
  const person = await app.signIn({ admin: false });
  const token = (await person.auth.getSession()).data.session?.access_token ?? '';
  await fetch(`${app.url}/services`);
  const { statuses, end } = await flood(Array.from({ length: 140 }, (_, at) => `203.0.113.${at + 1}`));
  await waitFor(() => statuses.includes(400));
  const times: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const begun = performance.now();
    const { error } = await app.client().auth.getUser(token);
    times.push(performance.now() - begun);
    expect(error).toBeNull();
    const page = await fetch(`${app.url}/services`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect([page.status, (await page.text()).length > 0]).toEqual([200, true]);
  }
  recordFigure('Signed-in calls during 140 wrong sign-ins', summarise(times));
  const isOver = statuses.length === 140;
  await end;
  expect(isOver).toBe(false);
  expect(statuses.filter((status) => status !== 400)).toEqual([]);
});

test('a flood from one address does not delay a sign-in from another', async () => {
  const email = `${randomUUID()}@person.example`;
  await app.signIn({ admin: false, email });
  const { statuses, end } = await flood(Array.from({ length: 60 }, () => '198.51.100.7'));
  await waitFor(() => statuses.includes(400));
  const signIn = await app.client().auth.signInWithPassword({ email, password: 'a long password' });
  expect(signIn.error).toBeNull();
  expect(statuses.length).toBeLessThan(30);
  await end;
});

test('PUT /user checks and hashes a limited number of passwords per user', async () => {
  const person = await app.signIn({ admin: false });
  const codes = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const params = { password: 'quite another', current_password: `guess ${guess}` };
    codes.push((await person.auth.updateUser(params)).error?.code);
  }
  expect(codes.filter((code) => code === 'current_password_invalid')).toHaveLength(10);
  expect(codes.at(-1)).toBe('over_request_rate_limit');
  expect((await person.auth.updateUser({ data: { name: 'Asha' } })).error).toBeNull();
  const other = await app.signIn({ admin: false });
  expect((await other.auth.updateUser({ password: 'quite another' })).error).toBeNull();
});
