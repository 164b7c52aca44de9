import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { type ClockHold, readClockHold } from '#operations/people/watch-clock.ts';
import { durationOf } from '../amounts.ts';
import { type Verdict, bad, good, warning } from '../finding.ts';

/** Tokens tolerate 30 seconds of difference (keys.ts). */
const MOST_DIFFERENCE_MS = 10_000;
/** Rows are dated by the machines of the site, whose clocks may differ a little. */
const MOST_AHEAD_MS = 60_000;

export type ClockReading = {
  /** The clock of the database minus that of this machine, in milliseconds; the round trip is part of it. */
  differenceMs: number;
  /** How far the newest row lies in the future, in milliseconds; negative for the past. */
  aheadMs: number;
  /** A jump of the database's clock for which deletion by age is held, or null. */
  hold: ClockHold | null;
  /** Whether the system says that its clock is synchronised; null where it does not say. */
  isSynchronised: boolean | null;
};

/** Compares the clock with that of the database and with the newest rows. Throws as `asBackend` does. */
export async function checkClock(database: DatabasePool, now: () => Date): Promise<Verdict> {
  const [{ clock, newest, hold }, isSynchronised] = await Promise.all([readTimes(database), readSynchronisation()]);
  const here = now().getTime();
  return judgeClock({ differenceMs: clock - here, aheadMs: newest - here, hold, isSynchronised });
}

export function judgeClock({ differenceMs, aheadMs, hold, isSynchronised }: ClockReading): Verdict {
  if (aheadMs > MOST_AHEAD_MS) {
    return bad(
      `The newest entry of the database lies ${durationOf(aheadMs)} in the future: the clock was set back.`,
      'Set the clock and keep it synchronised (timedatectl set-ntp true). Until then new entries are sorted wrongly.',
    );
  }
  if (Math.abs(differenceMs) > MOST_DIFFERENCE_MS) {
    return bad(
      `The clocks of this machine and of the database differ by ${durationOf(Math.abs(differenceMs))}.`,
      'Synchronise both: sign-ins and scheduled posts depend on them.',
    );
  }
  if (hold) {
    const [from, to, until] = [hold.from, hold.to, hold.until].map((time) => time.slice(0, 16).replace('T', ' '));
    return warning(
      `The clock of the database has jumped from ${from} to ${to} UTC, or the site was off.`,
      `Is it right now? Until ${until} UTC nothing is deleted by age.`,
    );
  }
  if (isSynchronised === false) {
    return warning('The clock of this machine is not synchronised.', 'Switch it on: timedatectl set-ntp true.');
  }
  return good(isSynchronised ? 'The clock is synchronised.' : 'The clock agrees with the database.');
}

type Times = { clock: number; newest: number; hold: ClockHold | null };

async function readTimes(database: DatabasePool): Promise<Times> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
         coalesce((extract(epoch from greatest(
           (select max(created_at) from mail.outbox),
           (select happened_at from public.activity order by id desc limit 1)
         )) * 1000)::float8, 0) as newest`,
    );
    return { ...(rows[0] as Omit<Times, 'hold'>), hold: await readClockHold(query) };
  });
}

/** What systemd says, whichever program synchronises; null without systemd. */
async function readSynchronisation(): Promise<boolean | null> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 2_000 });
    return stdout.trim() === '' ? null : stdout.trim() === 'yes';
  } catch {
    return null;
  }
}
