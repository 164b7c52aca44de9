import { runProgramToEnd } from './run-program.ts';
import type { TestApp } from './test-app.ts';

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

/** Runs a command on a data folder; `env` has further settings. Returns its output; throws with exit code and streams when it fails. */
export async function runCommand(
  app: Pick<TestApp, 'dataFolder' | 'url'>,
  name: 'admin' | 'mail' | 'people' | 'backup' | 'export' | 'import',
  words: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const site = { DATA_DIR: app.dataFolder, SITE_URL: app.url };
  const { code, stdout, stderr } = await runProgramToEnd([`src/cli/${name}.ts`, ...words], { ...site, ...env });
  if (code === 0) return stdout.toString();
  throw Object.assign(new Error(`npm run ${name} ended with ${code}:\n${stderr}`), {
    code,
    stderr,
    stdout: stdout.toString(),
  });
}
