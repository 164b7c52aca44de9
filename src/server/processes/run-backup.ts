import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { stopping } from './stop-on-signals.ts';

const PROGRAM = join(import.meta.dirname, '../../cli/backup.ts');
/** Below the priority of the site, whose visitors do not wait for a backup. */
const NICE = 10;
const LINES_KEPT = 5;

/**
 * Runs the command for backups (`src/cli/backup.ts`) in a process of its own, so that compressing takes nothing from
 * this one, and ends it when this process stops. Resolves when it has ended; `report` gets its last lines before, if it
 * failed by itself. May throw when it cannot be started.
 */
export function runBackup(params: readonly string[], report: (lines: string) => void): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...params], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stopping,
  });
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      // That of a stop comes before the end of the process.
      if (child.pid !== undefined) return;
      report(error.message);
      resolve();
    });
    child.once('exit', (code) => {
      if (code !== 0 && !stopping.aborted) report(output.trim().split('\n').slice(-LINES_KEPT).join(' | '));
      resolve();
    });
  });
  // Without file descriptors left there is none.
  child.stderr?.on('data', (piece: Buffer) => (output = (output + piece.toString()).slice(-2_000)));
  child.once('spawn', () => lowerPriority(child.pid));
  return ended;
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended already.
  }
}
