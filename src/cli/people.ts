import { asBackend } from '#backend/database/as-caller.ts';
import { type Erased, erasePerson, exportPerson } from '#operations/people/person.ts';
import { removeOldFiles } from '#backend/mail/remove-old-files.ts';
import { mailSettings } from '#server/start/runtime.ts';
import { type Command, explainLastAdministrator, runCommandLine } from './command-line.ts';
import { readDatabase, withDatabase } from './open-database.ts';

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
