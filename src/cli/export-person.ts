import { asBackend } from '#backend/database/as-caller.ts';
import { exportPerson } from '#operations/people/person.ts';
import type { Command } from './command.ts';
import { readDatabase } from './open-database.ts';

export const exportPersonCommand: Command = async ({ config, email, print }) => {
  const data = await readDatabase(config, (database) => asBackend(database, (query) => exportPerson(query, email)));
  print(JSON.stringify(data, null, 2));
};
