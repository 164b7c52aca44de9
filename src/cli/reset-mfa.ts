import { removeMfa } from '#backend/auth/accounts/accounts.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireAccount } from './require-account.ts';

export const resetMfaCommand: Command = async ({ config, email, print }) => {
  const removed = await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      await requireAccount(query, email);
      return removeMfa(query, { email });
    }),
  );
  if (removed === 0) return print(`${email} had no MFA. All sessions of the account are ended.`);
  print(`${email} signs in with the password alone now. All sessions of the account are ended.`);
};
