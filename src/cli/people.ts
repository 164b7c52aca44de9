import { asBackend } from '#backend/database/as-caller.ts';
import { removeOldFiles } from '#backend/mail/file-transport.ts';
import { mailSettings } from '#server/start/runtime.ts';
import { type Command, explainLastAdministrator, runCommandLine } from './command-line.ts';
import { readDatabase, withDatabase } from './open-database.ts';
import type { RunQuery } from '#backend/database/connect.ts';

const USAGE = `npm run people -- COMMAND

  export EMAIL   print everything that is held of a person, as JSON, without passwords and secrets
                 (npm run --silent people -- export EMAIL > person.json)
  delete EMAIL   delete the account of a person with all its traces, and their messages that have not left`;

const printPerson: Command = async ({ config, email, print }) => {
  const data = await readDatabase(config, (database) => asBackend(database, (query) => exportPerson(query, email)));
  print(JSON.stringify(data, null, 2));
};

const deletePerson: Command = async ({ config, email, print }) => {
  const erased = await withDatabase(config, async (database) => {
    const counts = await asBackend(database, (query) => erasePerson(query, email)).catch(explainLastAdministrator);
    await removeOldFiles(database, mailSettings(config).outboxFolder);
    return counts;
  });
  print(describeErased(email, erased));
};

function describeErased(email: string, { account, messages }: Erased): string {
  if (!account && messages === 0) return `Nothing is held of ${email}.`;
  const what = [
    ...(account ? ['the account and its traces'] : []),
    ...(messages > 0
      ? [messages === 1 ? '1 message that had not left' : `${messages} messages that had not left`]
      : []),
  ];
  return `Deleted of ${email}: ${what.join(', and ')}. Backups still hold it until they are replaced.`;
}

const COMMANDS: Record<string, Command> = { export: printPerson, delete: deletePerson };

await runCommandLine({ usage: USAGE, commands: COMMANDS, needArgument: ['export', 'delete'] });

/** What is held of a person; `account` is null where the address has none. */
type PersonData = Record<string, unknown> & { account: Record<string, unknown> | null };

/**
 * Everything that is held of an address, as an account and in messages that have not left, without passwords, secrets and
 * tokens. `email` is in lower case.
 */
async function exportPerson(query: RunQuery, email: string): Promise<PersonData> {
  const { rows } = await query('select public.person_data($1, $2) as data', [await findAccount(query, email), email]);
  return rows[0]?.['data'] as PersonData;
}

type Erased = { account: boolean; messages: number };

/**
 * Deletes the account of an address with its traces, and messages of or to the address that have not left. Returns what
 * there was. Throws the database's error P0001 for the last administrator who can sign in.
 */
async function erasePerson(query: RunQuery, email: string): Promise<Erased> {
  const { rows } = await query('select public.erase_person($1, $2) as erased', [
    await findAccount(query, email),
    email,
  ]);
  return rows[0]?.['erased'] as Erased;
}

async function findAccount(query: RunQuery, email: string): Promise<string | null> {
  const { rows } = await query('select id from auth.users where lower(email) = $1', [email]);
  return (rows[0]?.['id'] as string | undefined) ?? null;
}
