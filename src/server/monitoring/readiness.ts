import type { DatabasePool } from '#backend/database/connect.ts';
import { DatabaseUnavailable } from '#backend/database/unavailable.ts';
import type { BackupSettings } from '#operations/backup/settings.ts';
import { placeOf } from '#operations/backup/destination.ts';
import { checkBackups } from '#operations/diagnosis/check-backups.ts';
import { checkDatabase, checkDisk, checkMailQueue, checkMigrations } from '#operations/diagnosis/readiness-checks.ts';
import { type Measured, bad, within } from '#operations/diagnosis/finding.ts';
import { checkHostedProject } from '#operations/diagnosis/site-checks.ts';
import type { Config } from '../config.ts';

/** Whether this installation can serve, and why not. */
export type Readiness = { isReady: boolean; checks: Measured[] };
export type ReadReadiness = () => Promise<Readiness>;

/** A public address may not load the database by being asked often. */
const USED_FOR_MS = 1000;
/**
 * Checks that do not take an installation out of service. Late mail is kept, backups are for
 * later, and another installation has the same queue and the same record.
 */
const WITHOUT_EFFECT = ['mail-queue', 'backups'];

/**
 * Returns a function that runs the checks, at most once a second for all callers. `versions` are those of the migrations
 * of this start. `database` is null with a hosted backend. An outage that the checks find is reported.
 */
export function openReadiness(
  config: Pick<Config, 'dataFolder' | 'hosted'> & { backup: Pick<BackupSettings, 'everyMs' | 'to'> },
  database: DatabasePool | null,
  versions: readonly string[],
): ReadReadiness {
  const { dataFolder, backup } = config;
  const runChecks = (): Promise<Measured[]> => {
    if (!database) return Promise.all(config.hosted ? [checkHosted(config.hosted)] : []);
    const internal = database.poolFor('internal');
    return Promise.all([
      checkDatabase(internal),
      checkMigrations(internal, versions),
      checkDisk(dataFolder),
      checkMailQueue(internal),
      checkBackups(internal, { everyMs: backup.everyMs, place: placeOf(backup.to), dataFolder, now: new Date() }),
    ]);
  };
  return reuse(USED_FOR_MS, async () => {
    const checks = await runChecks();
    if (checks.some(({ id, figures }) => id === 'database' && figures['up'] === 0)) {
      database?.report(new DatabaseUnavailable('unreachable', 'The database does not answer'));
    }
    const isReady = checks.every(({ id, state }) => state !== 'bad' || WITHOUT_EFFECT.includes(id));
    return { isReady, checks };
  });
}

/** Calls `work` once for all who ask at the same time and within `ms` after its result. `work` must not reject. */
function reuse<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let last: { at: number; result: T } | null = null;
  const run = async (): Promise<T> => {
    const result = await work();
    last = { at: performance.now(), result };
    running = null;
    return result;
  };
  return async () => {
    if (!running && last && performance.now() - last.at < ms) return last.result;
    return (running ??= run());
  };
}

const ANSWER_WITHIN_MS = 2000;

/** Checks that the hosted Supabase project answers within two seconds, as the doctor does with more patience. Never throws. */
async function checkHosted(hosted: { url: string; anonKey: string }): Promise<Measured> {
  const { state, says, remedy } = await within(ANSWER_WITHIN_MS, checkHostedProject(hosted), 'no answer').catch(() =>
    bad('The project does not answer within 2 s.', "Look at the project's dashboard at Supabase."),
  );
  const isUp = state === 'good';
  const about = { id: 'hosted-project', name: 'Hosted project' };
  return { ...about, state: isUp ? 'good' : 'bad', says, remedy, figures: { up: Number(isUp) } };
}
