import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { appPid } from '#backend-tests/support/postgres-processes.ts';
import type { TestApp } from './test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

export type SettableTime = {
  /** The environment of an app whose clock can be set. */
  env: Record<string, string>;
  /** Sets the clock of the running app to this many milliseconds before or after the present. Resolves when it is set. */
  set: (app: TestApp, offsetMs: number) => Promise<void>;
  remove: () => void;
};

/** The clock of an app that is started with `env` (settable-clock.ts). */
export function settableTime(offsetMs = 0): SettableTime {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const file = join(folder, 'offset');
  writeFileSync(file, String(offsetMs));
  return {
    env: {
      NODE_OPTIONS: `--import ${join(ROOT, 'tests/support/settable-clock.ts')}`,
      CLOCK_OFFSET_FILE: file,
    },
    set: async (app, offset) => {
      writeFileSync(file, String(offset));
      process.kill(appPid(app.dataFolder), 'SIGUSR2');
      await waitFor(() => readFileSync(`${file}.set`, 'utf8') === String(offset));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
