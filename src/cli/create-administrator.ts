import { createConfirmedUser } from '#backend/auth/accounts/accounts.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { findUserByEmail } from '#backend/auth/accounts/users.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { isEmail } from '#contract/forms/credentials.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Command } from './command.ts';
import { makePassword } from './make-password.ts';
import { withDatabase } from './open-database.ts';

export const createAdministratorCommand: Command = async ({ config, email, print }) => {
  if (!isEmail(email)) throw new ConfigurationError(`"${email}" is not an e-mail address.`);
  const password = makePassword();
  await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      if (await findUserByEmail(query, email)) {
        throw new ConfigurationError(`${email} has an account already. Use: npm run admin -- grant ${email}`);
      }
      const { id } = await createConfirmedUser(query, { email, password, minLength: PASSWORD_MIN_LENGTH });
      await query('insert into public.admin_users (user_id) values ($1)', [id]);
    }),
  );
  print(
    `${email} is an administrator. The password, shown only now:\n\n  ${password}\n\nSign in at ${config.siteUrl}/auth`,
  );
};
