import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIVITY_DAYS } from '#contract/retention.ts';
import { settableTime } from '../support/settable-time.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

const DAY_MS = 86_400_000;
const clock = settableTime(400 * DAY_MS);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'info' } });
  await app.signIn({ admin: true });
});
afterAll(async () => {
  await app?.stop();
  clock.remove();
});

/** Enters rows with this age, past the trigger that forbids it. */
const insertActivity = (title: string, days: number, count: number) =>
  app.query(
    `insert into public.activity (happened_at, verb, subject, subject_id, title)
     select now() - make_interval(days => $2), 'created', 'post', 'x', $1 from generate_series(1, $3)`,
    [title, days, count],
  );
const insertUnconfirmed = () =>
  app.query(
    `insert into auth.users (id, email, created_at, is_anonymous)
     select gen_random_uuid(), n || '@person.example', now() - interval '1 day', false from generate_series(1, 12) n`,
  );

async function counts(): Promise<Record<string, number>> {
  const [row] = await app.query(`select (select count(*) from public.activity)::int as activity,
    (select count(*) from auth.users)::int as accounts, (select count(*) from auth.sessions)::int as sessions`);
  return row as Record<string, number>;
}
/** The first look at the clock, and with it the first deletion, has been made. */
const hasLooked = (since: Date) =>
  waitFor(async () => {
    const [row] = await app.query('select seen_at > $1 as looked from backend.clock', [since]);
    return row?.['looked'] === true;
  });

async function restart(changes: Record<string, string> = {}): Promise<void> {
  const [row] = await app.query('select now() as now');
  await app.restart('stop', changes);
  await hasLooked(row?.['now'] as Date);
}

test('a start whose clock is 400 days ahead of the database deletes nothing', async () => {
  await insertActivity('young', 1, 100);
  await insertUnconfirmed();
  const before = await counts();
  expect(before).toMatchObject({ sessions: expect.any(Number) });
  await restart(clock.env);
  expect(await counts()).toEqual(before);
});

test('what is old goes a share at a time, and the log says how many', async () => {
  await insertActivity('old', ACTIVITY_DAYS + 1, 400);
  const { activity = 0 } = await counts();
  await restart();
  const share = Math.floor(activity / 20);
  expect(await counts()).toMatchObject({ activity: activity - share });
  expect(app.process().logged()).toMatch(new RegExp(`"deleted":\\{"activity":${share},.*Rows were deleted by age`));
});

test('after a jump of the clock of the database, back or ahead, nothing is deleted for a day, and it is reported', async () => {
  const before = await counts();
  const restartAfterJump = async () => {
    await app.restart('stop');
    await waitFor(() => app.process().logged().includes('The clock has jumped'));
  };
  for (const days of [-3, 400]) {
    await app.query('update backend.clock set seen_at = now() - make_interval(days => $1), held_until = null', [days]);
    await restartAfterJump();
  }
  await restartAfterJump();
  expect(await counts()).toEqual(before);
  await app.query(`update backend.clock set held_until = now()`);
  await restart();
  expect((await counts())['activity']).toBeLessThan(before['activity']!);
});
