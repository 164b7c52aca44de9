import { runTransfer } from '../support/run-admin.ts';
import type { TestApp } from '../support/test-app.ts';

export type ImportReport = {
  posts: Record<string, number>;
  categories: Record<string, number>;
  pictures: Record<string, number>;
  redirects: Record<string, number>;
  leftOut: Record<string, number>;
  dropped: Record<string, number>;
  notes: { about: string; what: string }[];
};

/** Runs `npm run import` with these arguments, which must end with this exit code. Returns its report. */
export async function importFile(
  app: Pick<TestApp, 'dataFolder' | 'url'>,
  words: readonly string[],
  code = 0,
): Promise<ImportReport> {
  const output = await runTransfer(app, 'import', [...words, '--json']).catch(
    (error: { code: number; stdout: string }) => {
      if (error.code !== code || error.stdout === '') throw error;
      return error.stdout;
    },
  );
  return JSON.parse(output) as ImportReport;
}

/** Runs an import that must be rejected; returns what it prints. */
export async function rejectedImport(app: Pick<TestApp, 'dataFolder' | 'url'>, ...words: string[]): Promise<string> {
  const ended = await runTransfer(app, 'import', words).catch((error: { code: number; stderr: string }) => error);
  if (typeof ended === 'string') throw new Error(`It was not rejected:\n${ended}`);
  if (ended.code !== 1) throw new Error(`It ended with ${ended.code}:\n${ended.stderr}`);
  return ended.stderr;
}
