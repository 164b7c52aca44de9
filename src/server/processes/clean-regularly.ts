import { cleanExpired } from '#backend/clean-expired.ts';
import { removeOldFiles } from '#backend/mail/remove-old-files.ts';
import { forgetOld } from '#operations/people/forget-old.ts';
import type { BackendDeps } from '#backend/deps.ts';

const EVERY_MS = 5 * 60_000;
/** Periods are counted in days. */
const PERIODS_EVERY_MS = 60 * 60_000;
const CLOCK_JUMPED =
  'The clock has jumped by more than a day, or the site was off for so long; nothing is deleted by age for a day';

type CleaningDeps = Pick<BackendDeps, 'database' | 'log' | 'now'> & {
  /** Days after which entries of the activity list are deleted. */
  keepActivityDays: number;
  outboxFolder: string;
};

/**
 * Deletes expired rows of the services; and at once and every hour what is older than the periods of retention.ts. One process
 * of each machine does it. Returns the function that ends it, which resolves when nothing is under way.
 */
export function cleanRegularly(deps: CleaningDeps): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const attempt = (clean: (deps: CleaningDeps) => Promise<void>): void => {
    const run = clean(deps)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'Expired rows could not be deleted; it is tried again.'))
      .finally(() => running.delete(run));
    running.add(run);
  };
  attempt(cleanOld);
  const timers = [setInterval(attempt, EVERY_MS, cleanExpired), setInterval(attempt, PERIODS_EVERY_MS, cleanOld)];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}

async function cleanOld({ database, log, keepActivityDays, outboxFolder }: CleaningDeps): Promise<void> {
  const { deleted, held } = await forgetOld(database, keepActivityDays);
  if (held) log.warn({ clock: held }, CLOCK_JUMPED);
  if (Object.values(deleted).some((count) => count > 0)) log.info({ deleted }, 'Rows were deleted by age');
  await removeOldFiles(database, outboxFolder);
}
