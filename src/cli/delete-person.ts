import { asBackend } from '#backend/database/as-caller.ts';
import { removeOldFiles } from '#backend/mail/file-transport.ts';
import { type Erased, erasePerson } from '#operations/people/person.ts';
import { mailSettings } from '#server/runtime.ts';
import { explainLastAdministrator } from './explain-last-administrator.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';

export const deletePersonCommand: Command = async ({ config, email, print }) => {
  const erased = await withDatabase(config, async (database) => {
    const counts = await asBackend(database, (query) => erasePerson(query, email)).catch(explainLastAdministrator);
    await removeOldFiles(database, mailSettings(config).outboxFolder);
    return counts;
  });
  print(describe(email, erased));
};

function describe(email: string, { account, messages }: Erased): string {
  if (!account && messages === 0) return `Nothing is held of ${email}.`;
  const what = [
    ...(account ? ['the account and its traces'] : []),
    ...(messages > 0
      ? [messages === 1 ? '1 message that had not left' : `${messages} messages that had not left`]
      : []),
  ];
  return `Deleted of ${email}: ${what.join(', and ')}. Backups still hold it until they are replaced.`;
}
