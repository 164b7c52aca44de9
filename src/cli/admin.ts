import { createConfirmedUser, type Rekeyed, removeMfa, setPassword } from '#backend/auth/accounts/accounts.ts';
import { type ConfirmedBy, type UserRow, findUserByEmail } from '#backend/auth/accounts/users.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { isEmail } from '#contract/forms/credentials.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { hasMfaSql } from '#backend/auth/factors/factors.ts';
import type { Config } from '#server/config.ts';
import { DataFolderInUse, type DataLock, lockDataFolder, readRunning, withLockedFolder } from '#server/start/lock.ts';
import { loadSecrets, readSecrets } from '#server/start/secrets.ts';
import { makeReadableCode } from '#backend/auth/factors/recovery-codes.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import { type Command, explainLastAdministrator, runCommandLine } from './command-line.ts';
import { readDatabase, withDatabase } from './open-database.ts';

const USAGE = `npm run admin -- COMMAND

  create EMAIL           make a confirmed account that is an administrator, and print its password once
  grant EMAIL            make an existing account an administrator
  revoke EMAIL           make an administrator an ordinary account again
  list [--json]          list the administrators
  reset-password EMAIL   print a new password once, and end all sessions of the account
  reset-mfa EMAIL        remove the MFA and the passkeys of an account whose owner has lost them, and end all its sessions
  require-mfa on|off     require MFA (multi-factor authentication) of administrators and writers, or stop requiring it
  rotate-keys            replace all keys and database passwords while the site is stopped; ends all sessions
  keys [--json]          print the address and the keys of the embedded backend, as \`supabase status\` does`;

/** Runs `work` in one transaction on the migrated database. */
const change = <T>(config: Config, work: (query: RunQuery) => Promise<T>): Promise<T> =>
  withDatabase(config, (database) => asBackend(database, work));

const createAdministrator: Command = async ({ config, email, print }) => {
  if (!isEmail(email)) throw new ConfigurationError(`"${email}" is not an email address.`);
  const password = makePassword();
  await change(config, async (query) => {
    if (await findUserByEmail(query, email)) {
      throw new ConfigurationError(`${email} already has an account. Use: npm run admin -- grant ${email}`);
    }
    const { id } = await createConfirmedUser(query, { email, password, minLength: PASSWORD_MIN_LENGTH });
    await query('insert into public.admin_users (user_id) values ($1)', [id]);
  });
  print(
    `${email} is an administrator. The password, shown only now:\n\n  ${password}\n\nSign in at ${config.siteUrl}/auth`,
  );
};

const grantAdministrator: Command = async ({ config, email, print }) => {
  const granted = await change(config, async (query) => {
    const account = await requireAccount(query, email);
    requireOwner(account);
    const { rowCount } = await query('insert into public.admin_users (user_id) values ($1) on conflict do nothing', [
      account.id,
    ]);
    return { isNew: rowCount === 1, account };
  });
  print(granted.isNew ? `${email} is an administrator now.` : `${email} was an administrator already.`);
  print(describeConfirmation(granted.account));
};

/**
 * The same rule as in the dashboard (migration `administration`): anybody could have registered an unconfirmed address
 * with a password.
 */
function requireOwner(account: UserRow): void {
  const isInvited = account.invited_at !== null && !account.encrypted_password;
  if (account.email_confirmed_at !== null || isInvited) return;
  throw new ConfigurationError(
    `${account.email} has not been confirmed: anybody may have registered this address. Wait for the confirmation, ` +
      `or confirm it yourself with: npm run admin -- reset-password ${account.email}`,
  );
}

const WAYS: Record<Exclude<ConfirmedBy, 'not_asked'>, string> = {
  sign_up_mail: 'by the link of the sign-up mail',
  invitation: 'by the link of an invitation',
  recovery_mail: 'by the link of a mail for a new password',
  email_change_mail: 'by the links of a change of address',
  operator: 'by the operator',
  provider: 'by a sign-in at a provider such as Google or Microsoft',
};

function describeConfirmation(account: UserRow): string {
  const { email_confirmed_at: confirmed, invited_at: invited } = account;
  if (confirmed === null) {
    return `The address is not confirmed yet: the account was invited on ${dayOf(invited)}, and only that mail opens it.`;
  }
  const by = account.raw_app_meta_data?.['confirmed_by'] as ConfirmedBy | undefined;
  if (by === 'not_asked') {
    return `The address was never confirmed: confirmation was switched off on ${dayOf(confirmed)}.`;
  }
  const how = by ? ` ${WAYS[by]}` : '; how is not recorded';
  return `The address was confirmed on ${dayOf(confirmed)}${how}.`;
}

function dayOf(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'an unknown day';
}

const revokeAdministrator: Command = async ({ config, email, print }) => {
  await change(config, async (query) => {
    const { id } = await requireAccount(query, email);
    const { rowCount } = await query('delete from public.admin_users where user_id = $1', [id]).catch(
      explainLastAdministrator,
    );
    if (rowCount === 0) throw new ConfigurationError(`${email} was not an administrator.`);
  });
  print(`${email} is no longer an administrator.`);
};

const LIST = `select u.email, a.created_at, u.last_sign_in_at,
    exists (select from public.usable_accounts s where s.id = u.id) as can_sign_in
  from public.admin_users a join auth.users u on u.id = a.user_id order by u.email`;

const listAdministrators: Command = async ({ config, asJson, print }) => {
  const { rows } = await readDatabase(config, (database) => asBackend(database, (query) => query(LIST)));
  const administrators = rows as Administrator[];
  if (asJson) return print(JSON.stringify(administrators, null, 2));
  if (administrators.length === 0)
    return print('There is no administrator. Make one with: npm run admin -- create you@firm.example');
  for (const administrator of administrators) print(describeAdministrator(administrator));
};

type Administrator = { email: string; last_sign_in_at: string | null; can_sign_in: boolean };

function describeAdministrator({ email, last_sign_in_at: last, can_sign_in: canSignIn }: Administrator): string {
  const lastTime = last ? `last signed in ${last.slice(0, 16)} UTC` : 'never signed in';
  return `${email.padEnd(40)} ${lastTime}${canSignIn ? '' : ', cannot sign in'}`;
}

const resetPassword: Command = async ({ config, email, print }) => {
  const password = makePassword();
  await change(config, async (query) => {
    await requireAccount(query, email);
    await setPassword(query, { email, password, minLength: PASSWORD_MIN_LENGTH });
  });
  print(`The new password of ${email}, shown only now:\n\n  ${password}\n`);
};

const resetMfa: Command = async ({ config, email, print }) => {
  const removed = await change(config, async (query) => {
    await requireAccount(query, email);
    return removeMfa(query, { email });
  });
  if (removed === 0) return print(`${email} had no MFA. All sessions of the account are ended.`);
  print(`${email} signs in with the password alone now. All sessions of the account are ended.`);
};

/** Locks no administrator out: one without MFA is asked to set it up after signing in with the password. */
const requireMfa: Command = async ({ config, argument, print }) => {
  if (argument !== 'on' && argument !== 'off')
    throw new ConfigurationError('Use on or off: npm run admin -- require-mfa on');
  const isOn = argument === 'on';
  const missing = await change(config, async (query) => {
    await query('update public.site_settings set require_mfa = $1', [isOn]);
    const { rows } = await query(
      `select count(*)::int as count from public.admin_users a where not ${hasMfaSql('a.user_id')}`,
    );
    return Number(rows[0]?.['count'] ?? 0);
  });
  if (!isOn) return print('MFA is optional now: an administrator without it signs in with a password alone.');
  print(
    `Every administrator needs MFA now. Administrators without it: ${missing}; each is asked to set it up at the next visit.`,
  );
};

/** The site must be stopped: a running one holds the keys in memory. */
const rotateKeys: Command = async ({ config, print }) => {
  if (config.hosted) {
    throw new ConfigurationError('SUPABASE_URL is set: rotate the keys of the project in its own dashboard.');
  }
  if (!readSecrets(config.dataFolder)) {
    throw new ConfigurationError(`There are no secrets in ${config.dataFolder} yet: the first start makes them.`);
  }
  using _ = lockStopped(config.dataFolder);
  const { rotateSecrets } = await import('#server/start/rotate-secrets.ts');
  const rotated = await rotateSecrets(config, console.error);
  for (const line of describeRotation(config, rotated)) print(line);
};

function describeRotation({ databaseUrl }: Config, { apps, recoveryCodes, sessions }: Rekeyed): string[] {
  return [
    `New: signing key, API keys, key of stored secrets${databaseUrl ? '' : ', passwords of the database'}.`,
    `Ended: ${sessions} sessions (everybody signs in again), links and codes in mails, signed addresses of files,`,
    `       API keys in other programs (npm run admin -- keys), recovery codes of ${recoveryCodes} accounts.`,
    `Kept: accounts, passwords, ${apps} authenticator apps, content, files, enquiries that wait.`,
    ...(databaseUrl
      ? ['Copy secrets.json to the DATA_DIR of the other machines. The password in DATABASE_URL is yours to change.']
      : []),
  ];
}

function lockStopped(folder: string): DataLock {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new ConfigurationError('The site is running. Stop it, rotate the keys, then start it again.');
  }
}

/** Reads the keys from the data folder; the site need not run. */
const printKeys: Command = async ({ config, asJson, print }) => {
  // Before the first start it creates the secrets under the lock, so that a concurrent start does not create others.
  const makeSecrets = () => withLockedFolder(config.dataFolder, () => loadSecrets(config));
  const { keys } = readSecrets(config.dataFolder) ?? (await makeSecrets());
  const url = readRunning(config.dataFolder)?.url ?? config.siteUrl;
  const answer = { url, anon_key: keys.anonKey, service_role_key: keys.serviceRoleKey };
  print(
    asJson
      ? JSON.stringify(answer, null, 2)
      : Object.entries(answer)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
  );
};

const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of about 99 bits, in groups that can be read aloud. */
function makePassword(): string {
  return Array.from({ length: GROUPS }, () => makeReadableCode(GROUP_LENGTH)).join('-');
}

/** Finds the account of an address. Throws a ConfigurationError with a remedy when there is none. */
async function requireAccount(query: RunQuery, email: string): Promise<UserRow> {
  const account = await findUserByEmail(query, email);
  if (account) return account;
  throw new ConfigurationError(`${email} has no account. Make one with: npm run admin -- create ${email}`);
}

const COMMANDS: Record<string, Command> = {
  create: createAdministrator,
  grant: grantAdministrator,
  revoke: revokeAdministrator,
  list: listAdministrators,
  'reset-password': resetPassword,
  'reset-mfa': resetMfa,
  'require-mfa': requireMfa,
  'rotate-keys': rotateKeys,
  keys: printKeys,
};

await runCommandLine({
  usage: USAGE,
  commands: COMMANDS,
  needArgument: ['create', 'grant', 'revoke', 'reset-password', 'reset-mfa'],
});
