import type { BackendDeps } from '../deps.ts';
import type { ClaimedMail } from './transport.ts';
import { renewClaims } from './outbox-table.ts';

/** Several times per claim (outbox-table.ts), so that a short outage of the database loses none. */
const RENEW_EVERY_MS = 45_000;

/** The claims of this process on messages. */
export type MailClaims = {
  /** Renews the claim on the message until `release`. The signal aborts when another process has the claim. */
  hold: (mail: ClaimedMail) => { lost: AbortSignal; release: () => void };
};

/** Renews the claims of running deliveries, however long they take, so that no other process sends the same message. */
export function createClaims({ database, log, now }: Pick<BackendDeps, 'database' | 'log' | 'now'>): MailClaims {
  const held = new Map<ClaimedMail, AbortController>();
  let timer: NodeJS.Timeout | undefined;

  const renew = async (): Promise<void> => {
    const mails = [...held.keys()];
    try {
      const own = await renewClaims(database, mails, now());
      for (const mail of mails) {
        if (!own.has(mail.id)) held.get(mail)?.abort(new Error('Another process has taken the message on.'));
      }
    } catch (error) {
      log.warn({ err: error }, 'Claims on mail could not be renewed; it is tried again.');
    }
  };

  return {
    hold: (mail) => {
      const lost = new AbortController();
      held.set(mail, lost);
      timer ??= setInterval(() => void renew(), RENEW_EVERY_MS).unref();
      const release = (): void => {
        held.delete(mail);
        if (held.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
      return { lost: lost.signal, release };
    },
  };
}
