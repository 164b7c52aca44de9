import { setPassword } from '#backend/auth/accounts/accounts.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import type { Command } from './command.ts';
import { makePassword } from './make-password.ts';
import { withDatabase } from './open-database.ts';
import { requireAccount } from './require-account.ts';

export const resetPasswordCommand: Command = async ({ config, email, print }) => {
  const password = makePassword();
  await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      await requireAccount(query, email);
      await setPassword(query, { email, password, minLength: PASSWORD_MIN_LENGTH });
    }),
  );
  print(`The new password of ${email}, shown only now:\n\n  ${password}\n`);
};
