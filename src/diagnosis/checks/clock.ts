import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
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
  /** Whether the system says that its clock is synchronised; null where it does not say. */
  isSynchronised: boolean | null;
};

/** Compares the clock with that of the database and with the newest rows. Throws as `asBackend` does. */
export async function checkClock(database: DatabasePool, now: () => Date): Promise<Verdict> {
  const [{ clock, newest }, isSynchronised] = await Promise.all([readTimes(database), readSynchronisation()]);
  const here = now().getTime();
  return judgeClock({ differenceMs: clock - here, aheadMs: newest - here, isSynchronised });
}

export function judgeClock({ differenceMs, aheadMs, isSynchronised }: ClockReading): Verdict {
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
  if (isSynchronised === false) {
    return warning('The clock of this machine is not synchronised.', 'Switch it on: timedatectl set-ntp true.');
  }
  return good(isSynchronised ? 'The clock is synchronised.' : 'The clock agrees with the database.');
}

async function readTimes(database: DatabasePool): Promise<{ clock: number; newest: number }> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
         coalesce((extract(epoch from greatest(
           (select max(created_at) from mail.outbox),
           (select happened_at from public.activity order by id desc limit 1)
         )) * 1000)::float8, 0) as newest`,
    ),
  );
  return rows[0] as { clock: number; newest: number };
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
