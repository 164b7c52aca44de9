import { forgetOldFlows } from '#backend/auth/flow-state.ts';
import { forgetUnsentMails } from '#backend/auth/mail-frequency.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { forgetCounters } from '#backend/database/shared-counters.ts';
import { forgetMessages } from '#backend/realtime/messages.ts';
import type { BackendDeps } from '#backend/deps.ts';

const EVERY_MS = 5 * 60_000;

/**
 * Deletes rows that have served their time: counters of rate limits, pauses between account mails, sign-ins that were
 * not continued, old broadcasts. One process of each machine does it. Returns the function that ends it.
 */
export function cleanRegularly({ database, log, now }: Pick<BackendDeps, 'database' | 'log' | 'now'>): () => void {
  const clean = async (): Promise<void> => {
    try {
      await forgetCounters(database, now());
      await asBackend(database, async (query) => {
        await forgetUnsentMails(query, now());
        await forgetOldFlows(query, now());
      });
      await forgetMessages(database);
    } catch (error) {
      log.warn({ err: error }, 'Expired rows could not be deleted; it is tried again.');
    }
  };
  const timer = setInterval(() => void clean(), EVERY_MS).unref();
  return () => clearInterval(timer);
}
