import { parseArgs } from 'node:util';
import { ConfigurationError, readConfig } from '#server/config.ts';
import type { Command } from './command.ts';
import { flushMail } from './flush-mail.ts';
import { listMail } from './list-mail.ts';
import { retryMail } from './retry-mail.ts';

const USAGE = `npm run mail -- COMMAND

  list [--json]     what has not arrived: since when, the last error, and when it is tried again
  retry ID|all      make a message due again, given up or not; the running site tries it within a minute
  flush             try everything that has not arrived now, from here, and say what came of it; needs SMTP_URL`;

const COMMANDS: Record<string, Command> = { list: listMail, retry: retryMail, flush: flushMail };

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  const [name = '', argument = ''] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (!command || (name === 'retry' && !argument)) {
    console.error(USAGE);
    return 2;
  }
  const config = readConfig();
  if (config.hosted) throw new ConfigurationError('SUPABASE_URL is set: the hosted project sends its mail itself.');
  await command({ config, email: '', argument, asJson: values.json, say: console.log });
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isPlain =
    error instanceof ConfigurationError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isPlain ? (error as Error).message : error);
  process.exitCode = 1;
}
