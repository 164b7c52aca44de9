import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { daysOfPeriod } from '#site/features/admin/readers/view-days.ts';
import { readViewReport } from '#site/gateway/views.ts';
import { randomAddress } from '../support/random-address.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type Client, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const VIEWS = 8;
const [TODAY = ''] = daysOfPeriod(1, Date.now());

const app = startForTests(() => startTestApp({ sampleContent: true, env: { WEB_WORKERS: '2' } }));

/** On a connection of its own, so that both workers answer some. */
async function open(path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(app.url + path, { headers: { 'User-Agent': BROWSER, Connection: 'close', ...headers } });
  await answer.text();
  return answer.status;
}

const report = async (client: Client) => {
  const { days, names } = await readViewReport(client, TODAY);
  return { day: days.at(-1), counts: Object.values(names).flat() };
};

test('what two workers counted adds up after a stop, with no address and no query', async () => {
  const missing = `/no-${randomUUID()}`;
  for (let n = 0; n < VIEWS; n += 1) expect(await open('/about?secret=1')).toBe(200);
  expect(await open('/about', { 'User-Agent': 'curl/8.5.0' })).toBe(200);
  expect(await open(missing, { Referer: 'https://search.example/?q=secret' })).toBe(404);
  expect(await open('/auth')).toBe(200);
  expect(await sendTestEnquiry(app, 'A question', randomAddress())).toBe(200);
  await waitFor(() => app.mails().length > 0);
  await app.restart('stop', { WEB_WORKERS: '1' });
  const admin = await app.signIn({ admin: true });
  const { day, counts } = await report(admin);
  expect(day).toEqual({ day: TODAY, views: VIEWS, enquiries: 1 });
  expect(counts).toHaveLength(4);
  expect(counts).toEqual(
    expect.arrayContaining([
      { name: '/about', count: VIEWS },
      { name: missing, count: 1 },
      { name: 'search.example', count: 1 },
      { name: '/contact', count: 1 },
    ]),
  );
});

test('only administrators read the counts, and nobody writes them', async () => {
  const member = await app.signIn({ admin: false });
  expect(await report(member)).toEqual({ day: undefined, counts: [] });
  expect((await app.anon.rpc('view_report', { since: TODAY })).error?.code).toBe('42501');
  const row = { day: TODAY, kind: 'page', name: '/invented', count: 1 };
  for (const client of [app.anon, member, await app.signIn({ admin: true }), app.service])
    expect((await client.from('view_counts').insert(row)).error?.code).toBe('42501');
});

// The site is stopped and started.
test('a day has a thousand names of a kind at most', LONG, async () => {
  await app.query(
    `insert into public.view_counts select $1, 'missing', '/no/' || n, 1 from generate_series(1, 1000) as n
     on conflict do nothing`,
    [TODAY],
  );
  expect(await open('/no/1')).toBe(404);
  expect(await open(`/no-${randomUUID()}`)).toBe(404);
  const count = async () =>
    (await app.query(`select count(*)::int, sum(count)::int from public.view_counts where kind = 'missing'`))[0];
  const before = (await count()) as { count: number; sum: number };
  await app.restart('stop', { WEB_WORKERS: '1' });
  expect(await count()).toEqual({ count: before.count, sum: before.sum + 1 });
});
