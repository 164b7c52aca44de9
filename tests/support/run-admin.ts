import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './app-process.ts';
import type { TestApp } from './test-app.ts';

const run = promisify(execFile);

/** What `npm run admin -- …` says about this house. Throws where the command fails. */
export function runAdmin(app: TestApp, ...words: string[]): Promise<string> {
  return runCommand(app, 'admin', words);
}

/** The same of `npm run mail -- …`; `env` holds the settings of mail that the operator's terminal has. */
export function runMail(app: TestApp, words: string[], env: Record<string, string> = {}): Promise<string> {
  return runCommand(app, 'mail', words, env);
}

async function runCommand(
  app: TestApp,
  name: 'admin' | 'mail',
  words: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `src/cli/${name}.ts`, ...words],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: app.dataFolder, SITE_URL: app.url, ...env },
    },
  );
  return stdout;
}
