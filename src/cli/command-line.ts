import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, pathOf, readConfig } from '#server/config.ts';
import { describeFatalError, showsStacks } from '#server/start/describe-error.ts';
import { onStopSignals, stopping } from '#server/processes/stop-on-signals.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { endings } from '#backend/database/embedded.ts';

/**
 * One command of `npm run admin`, `npm run mail` or `npm run people`. Throws a ConfigurationError for errors that the operator
 * can correct, and resolves to 1 when something is left to be done.
 */
export type Command = (input: {
  config: Config;
  /** The argument as an email address, trimmed and in lower case. */
  email: string;
  /** The argument as it was typed. */
  argument: string;
  asJson: boolean;
  print: (line: string) => void;
}) => Promise<void | 1>;

type CommandLine = {
  usage: string;
  commands: Readonly<Record<string, Command>>;
  needArgument: readonly string[];
  /** Throws a ConfigurationError where the commands cannot be used with this configuration. */
  checkConfig?: (config: Config) => void;
};

export function runCommandLine({ usage, commands, needArgument, checkConfig }: CommandLine): Promise<void> {
  return runProgram(usage, { json: { type: 'boolean', default: false } }, async ({ json: asJson }, words) => {
    const [name = '', argument = ''] = words;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command || (needArgument.includes(name) && !argument)) return 'usage';
    const config = readConfig();
    checkConfig?.(config);
    const email = argument.trim().toLowerCase();
    return (await command({ config, email, argument, asJson, print: console.log })) ?? 0;
  });
}

const HELP = { type: 'boolean', short: 'h', default: false } as const;
type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/**
 * Runs a program of operators with the options (node:util `parseArgs`, and --help) and words of this process, and sets
 * the exit code: what `run` resolves to, 1 when it throws, 2 for `'usage'` and for unknown options, which print the
 * usage. Errors are printed as describe-error.ts has them. At a signal runs `endings`, and exits with 1.
 */
export async function runProgram<const O extends Options>(
  usage: string,
  options: O,
  run: (values: Parsed<O>['values'], words: string[]) => Promise<number | 'usage'>,
  { allowPositionals = true } = {},
): Promise<void> {
  // A reader that has gone, as with `| head`, does not end the work.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  onStopSignals(async () => {
    await Promise.allSettled([...endings].map((end) => end()));
    process.exit(1);
  });
  try {
    const parsed = parseArgs({ allowPositionals, options: { ...options, help: HELP } });
    const { help } = parsed.values as { help: boolean };
    const outcome = help ? 0 : await run(parsed.values, parsed.positionals);
    process.exitCode = outcome === 'usage' ? 2 : outcome;
    if (help) console.log(usage);
    else if (outcome === 'usage') console.error(usage);
  } catch (error) {
    const isTyped = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    const text = isTyped
      ? `${(error as Error).message}\n${usage}`
      : describeFatalError(error, { withStack: asksForStacks() });
    if (!stopping.aborted) console.error(text);
    process.exitCode = isTyped ? 2 : 1;
  }
}

/** As pathOf, of a backup: a name that is no file there stays the name of one in BACKUP_TO. */
export function fileOrName(argument: string): string {
  const path = pathOf(argument);
  return basename(argument) === argument && !existsSync(path) ? argument : path;
}

/** Ends the process although it holds a connection, once its output is written: a pipe is written asynchronously. */
export async function endProgram(): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve));
  process.exit();
}

/** The configuration may be what is wrong. */
function asksForStacks(): boolean {
  try {
    return showsStacks(readConfig());
  } catch {
    return false;
  }
}

/**
 * Rethrows an error of removing an administrator. The error of the trigger that keeps the last one who can sign in
 * (migration `accounts`) becomes a ConfigurationError.
 */
export function explainLastAdministrator(error: unknown): never {
  const isLast = (error as { code?: string }).code === 'P0001';
  throw isLast
    ? new ConfigurationError('This is the last administrator who can sign in. Make another one first.')
    : error;
}
