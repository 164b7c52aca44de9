import { parseArgs } from 'node:util';
import { ConfigurationError, readConfig } from '#server/config.ts';
import { createAdministrator } from './create-administrator.ts';
import { grantAdministrator } from './grant-administrator.ts';
import { listAdministrators } from './list-administrators.ts';
import { printKeys } from './print-keys.ts';
import { requireMfa } from './require-mfa.ts';
import { resetMfa } from './reset-mfa.ts';
import { resetPassword } from './reset-password.ts';
import { revokeAdministrator } from './revoke-administrator.ts';
import type { Command } from './command.ts';

const USAGE = `npm run admin -- COMMAND

  create EMAIL           make a confirmed account that is an administrator, and print its password once
  grant EMAIL            make an existing account an administrator
  revoke EMAIL           take that away again
  list                   who is an administrator
  reset-password EMAIL   print a new password once, and end all sessions of the account
  reset-mfa EMAIL        take the second step from an account whose owner has lost it, and end all its sessions
  require-mfa on|off     demand a second step of every administrator, or no longer
  keys [--json]          the address and the keys of the embedded backend, as \`supabase status\` prints them`;

const COMMANDS: Record<string, Command> = {
  create: createAdministrator,
  grant: grantAdministrator,
  revoke: revokeAdministrator,
  list: listAdministrators,
  'reset-password': resetPassword,
  'reset-mfa': resetMfa,
  'require-mfa': requireMfa,
  keys: printKeys,
};

const NEEDS_EMAIL = new Set(['create', 'grant', 'revoke', 'reset-password', 'reset-mfa']);

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
  if (!command || (NEEDS_EMAIL.has(name) && !argument)) {
    console.error(USAGE);
    return 2;
  }
  await command({
    config: readConfig(),
    email: argument.trim().toLowerCase(),
    argument,
    asJson: values.json,
    say: console.log,
  });
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
