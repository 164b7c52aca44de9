import type { Command } from './command.ts';
import { deletePersonCommand } from './delete-person.ts';
import { exportPersonCommand } from './export-person.ts';
import { runCommandLine } from './run-command-line.ts';

const USAGE = `npm run people -- COMMAND

  export EMAIL   print everything that is held of a person, as JSON, without passwords and secrets
                 (npm run --silent people -- export EMAIL > person.json)
  delete EMAIL   delete the account of a person with all its traces, and their messages that have not left`;

const COMMANDS: Record<string, Command> = { export: exportPersonCommand, delete: deletePersonCommand };

await runCommandLine({ usage: USAGE, commands: COMMANDS, needArgument: ['export', 'delete'] });
