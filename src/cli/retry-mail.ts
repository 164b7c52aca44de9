import { makeDue } from '#backend/mail/retry.ts';
import { ConfigurationError } from '#server/config.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';

export const retryMail: Command = async ({ config, argument, say }) => {
  const count = await withDatabase(config, (database) => makeDue(database, argument, new Date()));
  if (count === 0 && argument !== 'all') {
    throw new ConfigurationError(`No message ${argument} waits, or it is under way. See: npm run mail -- list`);
  }
  say(`${count === 1 ? '1 message is' : `${count} messages are`} due. The running site tries it within a minute.`);
};
