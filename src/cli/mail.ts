import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Command } from './command.ts';
import { flushMailCommand } from './flush-mail.ts';
import { listMailCommand } from './list-mail.ts';
import { retryMailCommand } from './retry-mail.ts';
import { runCommandLine } from './run-command-line.ts';

const USAGE = `npm run mail -- COMMAND

  list [--json]     list the messages that have not arrived: since when, the last error, and the next attempt
  retry ID|all      make a message due again, given up or not; the running site tries it within a minute
  flush             try to send all of them now, from this process, and list what is left; needs SMTP_URL`;

const COMMANDS: Record<string, Command> = { list: listMailCommand, retry: retryMailCommand, flush: flushMailCommand };

await runCommandLine({
  usage: USAGE,
  commands: COMMANDS,
  needArgument: ['retry'],
  checkConfig: (config) => {
    if (config.hosted) throw new ConfigurationError('SUPABASE_URL is set: the hosted project sends its mail itself.');
  },
});
