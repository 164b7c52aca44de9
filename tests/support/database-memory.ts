import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The highest peak memory (VmHWM, MB) of the running processes of the installation's PostgreSQL. Linux only. */
export async function peakDatabaseMegabytes(dataFolder: string): Promise<number> {
  const postmaster = (await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0];
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end before its files are read.
  const statuses = await Promise.all(numbers.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
  const peaks = statuses
    .filter((status) => status.includes(`\nPPid:\t${postmaster}\n`))
    .map((status) => Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
  return Math.max(...peaks);
}
