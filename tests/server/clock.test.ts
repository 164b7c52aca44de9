import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawAnswer } from '../support/raw-http.ts';
import { settableTime } from '../support/settable-time.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { request } from './requests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const clock = settableTime();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, smtp: false, env: clock.env });
});
afterAll(async () => {
  await app?.stop();
  clock.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => request(app.url, path, { headers });
const timesOf = ({ body }: RawAnswer) =>
  [...body.matchAll(/<time dateTime="[^"]+[+-]\d\d:\d\d">([\d:]+)</g)].map(([, time]) => time);
const lightOf = ({ body }: RawAnswer) => /<html[^>]* data-light="(\w+)"/.exec(body)?.[1];

let changes = 0;
/** Sets the app's clock forward to this time of day in Jaipur in November, and drops the pages that it keeps. */
async function setTime(time: string): Promise<void> {
  const day = '2026-11-23';
  const offset = Date.parse(`${day}T${time}+05:30`) - Date.now();
  await clock.set(app, offset);
  changes += 1;
  const category = { name: `Change ${changes}`, slug: `change-${changes}` };
  await app.service.from('categories').insert(category).throwOnError();
}

test.each(['/', '/contact'])(
  '%s shows the local times, the same bytes within a minute, and then the next minute',
  async (path) => {
    await setTime('17:42:55');
    const [first, second] = [await get(path), await get(path)];
    expect(timesOf(first)).toEqual(['17:42', '07:12']);
    expect(first.body).toContain('<time dateTime="2026-11-23T17:42+05:30">');
    expect(first.body.replace(/<[^>]+>/g, '')).toContain('Local time Jaipur 17:42, Philadelphia 07:12');
    expect([second.body, second.headers['etag']]).toEqual([first.body, first.headers['etag']]);
    const known = { 'If-None-Match': first.headers['etag'] ?? '' };
    expect((await get(path, known)).status).toBe(304);

    await expect.poll(async () => timesOf(await get(path)), LONG).toEqual(['17:43', '07:13']);
    const next = await get(path, known);
    expect([next.status, next.headers['expires'], next.headers['age']]).toEqual([200, undefined, undefined]);
    expect((await get(path)).body).toBe(next.body);
  },
);

// The real clock goes on from the time that is set: twice five seconds are waited for.
test('pages with the light alone are kept beyond the minute, until the light changes', LONG, async () => {
  await setTime('16:59:55');
  const [about, home] = [await get('/about'), await get('/')];
  expect([lightOf(about), lightOf(home), timesOf(about)]).toEqual(['afternoon', 'afternoon', []]);
  expect((await get('/about', { 'If-None-Match': about.headers['etag'] ?? '' })).status).toBe(304);
  await expect.poll(async () => lightOf(await get('/about')), LONG).toBe('dusk');
  const dusk = await get('/about');
  await setTime('17:20:55');
  const later = await get('/about');
  expect(later.headers['etag']).toBe(dusk.headers['etag']);
  await expect.poll(async () => timesOf(await get('/')), LONG).toEqual(['17:21', '06:51']);
  // An answer from memory has no id.
  expect((await get('/about')).headers['x-request-id']).toBeUndefined();
});

test('the same walls are lit by day and by night in different colours', async () => {
  await setTime('12:00');
  const noon = await get('/about');
  await setTime('23:00');
  const night = await get('/about');
  const wallsOf = ({ body }: RawAnswer) =>
    [...body.matchAll(/class="(?:banner|closing-call)__wall[^"]*" src="([^"]+)"/g)].map(([, wall]) => wall);
  expect([lightOf(noon), lightOf(night)]).toEqual(['noon', 'night']);
  expect(wallsOf(noon)).toHaveLength(2);
  for (const wall of wallsOf(noon)) expect(wallsOf(night)).not.toContain(wall);
});

test('no script is added for the clock, and pages that run in the browser have no light', async () => {
  expect((await get('/about')).body).not.toMatch(/<script[^>]* src=/);
  const contact = (await get('/contact')).body;
  expect([...contact.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    expect.stringMatching(/^\/assets\/islands-/),
  ]);
  for (const path of ['/auth', '/admin']) {
    const answer = await get(path);
    expect([lightOf(answer), answer.headers['expires']]).toEqual([undefined, undefined]);
  }
});

test('while the data of a page cannot be read, the copy is served with the time at which it was made, and its age', async () => {
  await setTime('20:10:55');
  expect(timesOf(await get('/'))).toEqual(['20:10', '09:40']);
  await app.query('revoke select on public.testimonials from anon');
  await expect.poll(async () => (await get('/')).headers['age'], LONG).toMatch(/^\d+$/);
  const stale = await get('/');
  expect([stale.status, timesOf(stale)]).toEqual([200, ['20:10', '09:40']]);
  await app.query('grant select on public.testimonials to anon');
  await expect.poll(async () => timesOf(await get('/')), LONG).toEqual(['20:11', '09:41']);
});
