import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './app-process.ts';
import type { TestHouse } from './house.ts';

const run = promisify(execFile);

/** What `npm run admin -- …` says about this house. Throws where the command fails. */
export function runAdmin(house: TestHouse, ...words: string[]): Promise<string> {
  return runCommand(house, 'admin', words);
}

/** The same of `npm run mail -- …`; `env` holds the settings of mail that the operator's terminal has. */
export function runMail(house: TestHouse, words: string[], env: Record<string, string> = {}): Promise<string> {
  return runCommand(house, 'mail', words, env);
}

async function runCommand(
  house: TestHouse,
  name: 'admin' | 'mail',
  words: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `src/cli/${name}.ts`, ...words],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: house.dataFolder, SITE_URL: house.url, ...env },
    },
  );
  return stdout;
}
