import pino from 'pino';
import { listUndelivered } from '#backend/mail/undelivered.ts';
import { createOutbox } from '#backend/mail/outbox.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { mailSettings } from '#server/runtime.ts';
import type { Command } from './command.ts';
import { describeMails } from './list-mail.ts';
import { withDatabase } from './open-database.ts';

/** Sends from this process with this terminal's settings, so that corrected settings can be tried before a restart. */
export const flushMailCommand: Command = async ({ config, print }) => {
  if (!config.smtpUrl) {
    throw new ConfigurationError('SMTP_URL is not set in this terminal: flush sends from here and needs it.');
  }
  await withDatabase(config, async (database) => {
    const log = pino({ level: 'silent' });
    const outbox = createOutbox({ database, settings: mailSettings(config, print), log, now: () => new Date() });
    await outbox.flush();
    await outbox.stop();
    print(describeMails(await listUndelivered(database)));
  });
};
