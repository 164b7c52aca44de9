import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SAMPLE_MS = 250;

/** The resident memory of a process in megabytes (of 1,000,000 bytes). */
export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return (Number(stdout) * 1024) / 1e6;
}

/** Follows the memory of a process until it is stopped; returns the most it had. */
export function watchMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    residentMegabytes(pid).then(
      (now) => (most = Math.max(most, now)),
      // The process has ended.
      () => {},
    );
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}
