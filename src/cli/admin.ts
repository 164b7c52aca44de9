import { createAdministratorCommand } from './create-administrator.ts';
import { grantAdministratorCommand } from './grant-administrator.ts';
import { listAdministratorsCommand } from './list-administrators.ts';
import { printKeysCommand } from './print-keys.ts';
import { requireMfaCommand } from './require-mfa.ts';
import { resetMfaCommand } from './reset-mfa.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { revokeAdministratorCommand } from './revoke-administrator.ts';
import { rotateKeysCommand } from './rotate-keys.ts';
import { runCommandLine } from './run-command-line.ts';
import type { Command } from './command.ts';

const USAGE = `npm run admin -- COMMAND

  create EMAIL           make a confirmed account that is an administrator, and print its password once
  grant EMAIL            make an existing account an administrator
  revoke EMAIL           make an administrator an ordinary account again
  list [--json]          list the administrators
  reset-password EMAIL   print a new password once, and end all sessions of the account
  reset-mfa EMAIL        remove the MFA of an account whose owner has lost it, and end all its sessions
  require-mfa on|off     require MFA (multi-factor authentication) of every administrator, or stop requiring it
  rotate-keys            replace all keys and database passwords while the site is stopped; ends all sessions
  keys [--json]          print the address and the keys of the embedded backend, as \`supabase status\` does`;

const COMMANDS: Record<string, Command> = {
  create: createAdministratorCommand,
  grant: grantAdministratorCommand,
  revoke: revokeAdministratorCommand,
  list: listAdministratorsCommand,
  'reset-password': resetPasswordCommand,
  'reset-mfa': resetMfaCommand,
  'require-mfa': requireMfaCommand,
  'rotate-keys': rotateKeysCommand,
  keys: printKeysCommand,
};

await runCommandLine({
  usage: USAGE,
  commands: COMMANDS,
  needArgument: ['create', 'grant', 'revoke', 'reset-password', 'reset-mfa'],
});
