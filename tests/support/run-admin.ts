import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './app-process.ts';
import type { TestHouse } from './house.ts';

const run = promisify(execFile);

/** What `npm run admin -- …` says about this house. Throws where the command fails. */
export async function runAdmin(house: TestHouse, ...words: string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/cli/admin.ts', ...words],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: house.dataFolder, SITE_URL: house.url },
    },
  );
  return stdout;
}
