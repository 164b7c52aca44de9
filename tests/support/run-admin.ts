import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT, programEnv } from './app-process.ts';
import type { TestApp } from './test-app.ts';

const run = promisify(execFile);

/** Runs `npm run admin -- …` on the app's data folder. Returns its output; throws when it fails. */
export function runAdmin(app: TestApp, ...words: string[]): Promise<string> {
  return runCommand(app, 'admin', words);
}

/** Runs `npm run mail -- …` in the same way; `env` has the operator's mail settings. */
export function runMail(app: TestApp, words: string[], env: Record<string, string> = {}): Promise<string> {
  return runCommand(app, 'mail', words, env);
}

/** Runs `npm run people -- …` in the same way. */
export function runPeople(app: TestApp, ...words: string[]): Promise<string> {
  return runCommand(app, 'people', words);
}

/** Runs `npm run export -- …` or `npm run import -- …` in the same way. */
export function runTransfer(
  app: Pick<TestApp, 'dataFolder' | 'url'>,
  name: 'export' | 'import',
  words: string[],
): Promise<string> {
  return runCommand(app, name, words);
}

/** Runs a command on a data folder; `env` has further settings. Returns its output; throws when it fails. */
export async function runCommand(
  app: Pick<TestApp, 'dataFolder' | 'url'>,
  name: 'admin' | 'mail' | 'people' | 'backup' | 'export' | 'import',
  words: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `src/cli/${name}.ts`, ...words],
    {
      cwd: ROOT,
      env: { ...programEnv(), DATA_DIR: app.dataFolder, SITE_URL: app.url, ...env },
    },
  );
  return stdout;
}
