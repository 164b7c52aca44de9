import { forgetOldFlows } from './auth/mail-links/one-time-tokens.ts';
import { forgetUnsentMails } from './auth/mail-links/mail-frequency.ts';
import { forgetOldChallenges } from './auth/passkeys/challenges.ts';
import { asBackend } from './database/as-caller.ts';
import { forgetCounters } from './database/shared-counters.ts';
import type { BackendDeps } from './deps.ts';
import { forgetMessages } from './realtime/broadcast/stored-messages.ts';

/**
 * Deletes rows of the services that have expired: counters of rate limits, pauses between account mails, sign-ins that
 * were not continued, challenges for passkeys, old broadcasts. To be called every few minutes, by one process. Throws as `asBackend` does.
 */
export async function cleanExpired({ database, now }: Pick<BackendDeps, 'database' | 'now'>): Promise<void> {
  await forgetCounters(database, now());
  await asBackend(database, async (query) => {
    await forgetUnsentMails(query, now());
    await forgetOldFlows(query, now());
    await forgetOldChallenges(query, now());
  });
  await forgetMessages(database);
}
