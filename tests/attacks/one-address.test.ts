import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFlooding } from '../support/flood.ts';
import { randomAddress } from '../support/random-address.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { shareTestApp } from '../support/shared-app.ts';
import type { TestApp } from '../support/test-app.ts';

/** One address, or one account, that sends more requests at once than a pool can hold leaves turns to all others. */
let app: TestApp;
let token: string;
let picture: string;
const person = { email: `${randomUUID()}@person.example`, password: 'a long password' };
const ROUNDS = 8;

beforeAll(async () => {
  app = await shareTestApp({ sampleContent: true });
  const account = await app.signIn({ admin: false });
  token = (await account.auth.getSession()).data.session?.access_token ?? '';
  await app.signIn({ admin: false, ...person });
  const admin = await app.signIn({ admin: true });
  const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { data } = await admin.storage.from('media').upload('kept.png', red, { contentType: 'image/png' });
  picture = data?.path ?? '';
});
afterAll(() => app?.stop());

const authorization = () => ({ apikey: app.anonKey, Authorization: `Bearer ${token}` });
const statusOf = async (path: string) => (await fetch(app.url + path)).status;

/** What others do meanwhile, each from an address of its own, with the status of success. */
const OTHERS: Record<string, [number, () => Promise<number>]> = {
  'a picture': [200, () => statusOf(`/storage/v1/object/public/media/${picture}`)],
  'a search': [200, () => statusOf(`/blog?q=export+${randomUUID()}`)],
  'a sign-in': [200, async () => ((await app.client().auth.signInWithPassword(person)).error ? 500 : 200)],
  'an enquiry': [200, () => sendTestEnquiry(app, 'A question.', randomAddress())],
  readiness: [200, () => statusOf('/readyz')],
};

const FLOODS: [string, number, () => { path: string; headers?: Record<string, string> }, number[]][] = [
  [
    'pictures that do not exist',
    110,
    () => ({ path: `/storage/v1/object/public/media/${randomUUID()}.png` }),
    [400, 429],
  ],
  ['pages that are not kept', 110, () => ({ path: `/nope-${randomUUID()}` }), [404, 429]],
  ['searches', 110, () => ({ path: `/blog?q=export+${randomUUID()}` }), [200, 429]],
  ['its own account', 150, () => ({ path: '/auth/v1/user', headers: authorization() }), [200, 429]],
  ['checks of the installation', 115, () => ({ path: '/system/v1/checks', headers: authorization() }), [403, 429]],
];

test.each(FLOODS)(
  'one address that asks for %s, %i at once, takes no turn of others',
  async (_, atOnce, next, allowed) => {
    const stop = await keepFlooding(app.url, { address: '203.0.113.66', atOnce, next });
    const seen: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, [, ask]] of Object.entries(OTHERS)) (seen[name] ??= []).push(await ask());
    }
    const statuses = await stop();
    const failed = Object.entries(seen).map(([name, all]) => [name, all.filter((one) => one !== OTHERS[name]?.[0])]);
    expect(Object.fromEntries(failed)).toEqual(Object.fromEntries(Object.keys(OTHERS).map((name) => [name, []])));
    expect([...new Set(statuses)].filter((status) => !allowed.includes(status))).toEqual([]);
    expect(statuses.length).toBeGreaterThan(atOnce);
  },
);
