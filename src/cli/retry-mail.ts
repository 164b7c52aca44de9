import { makeDue } from '#backend/mail/outbox-table.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';

export const retryMailCommand: Command = async ({ config, argument, print }) => {
  const count = await withDatabase(config, (database) => makeDue(database, argument, new Date()));
  if (count === 0 && argument !== 'all') {
    throw new ConfigurationError(`No message ${argument} waits, or it is under way. See: npm run mail -- list`);
  }
  print(`${count === 1 ? '1 message is' : `${count} messages are`} due. The running site tries it within a minute.`);
};
