import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/config.ts';
import { describeFatalError, showsStacks } from '#server/start/describe-error.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';

/**
 * One command of `npm run admin`, `npm run mail` or `npm run people`. Throws a ConfigurationError for errors that the operator
 * can correct.
 */
export type Command = (input: {
  config: Config;
  /** The argument as an e-mail address, trimmed and in lower case. */
  email: string;
  /** The argument as it was typed. */
  argument: string;
  asJson: boolean;
  print: (line: string) => void;
}) => Promise<void>;

type CommandLine = {
  usage: string;
  commands: Readonly<Record<string, Command>>;
  /** The commands that need an argument. */
  needArgument: readonly string[];
  /** Throws a ConfigurationError where the commands cannot be used with this configuration. */
  checkConfig?: (config: Config) => void;
};

/**
 * Runs the command that the arguments of this process name and sets the exit code: 0, 1 when the command throws, 2 for
 * arguments that are not understood. Errors are printed as describe-error.ts has them.
 */
export async function runCommandLine(commandLine: CommandLine): Promise<void> {
  await runToExitCode(() => run(commandLine));
}

/** Runs a command that resolves to its exit code, and prints its errors as `runCommandLine` does. */
export async function runToExitCode(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const isTyped = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    console.error(isTyped ? (error as Error).message : describeFatalError(error, { withStack: asksForStacks() }));
    process.exitCode = 1;
  }
}

/** The configuration may be what is wrong. */
function asksForStacks(): boolean {
  try {
    return showsStacks(readConfig());
  } catch {
    return false;
  }
}

async function run({ usage, commands, needArgument, checkConfig }: CommandLine): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  const [name = '', argument = ''] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (!command || (needArgument.includes(name) && !argument)) {
    console.error(usage);
    return 2;
  }
  const config = readConfig();
  checkConfig?.(config);
  const email = argument.trim().toLowerCase();
  await command({ config, email, argument, asJson: values.json, print: console.log });
  return 0;
}

/**
 * For errors of removing an administrator: throws a ConfigurationError for that of the trigger which keeps one who can
 * sign in (migration `accounts`), and any other error as it is.
 */
export function explainLastAdministrator(error: unknown): never {
  const isLast = (error as { code?: string }).code === 'P0001';
  throw isLast
    ? new ConfigurationError('This is the last administrator who can sign in. Make another one first.')
    : error;
}
