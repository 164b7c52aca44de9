import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file system of its own that can be filled. */
export type SmallDisk = {
  folder: string;
  /** Leaves no space. */
  fill: () => Promise<void>;
  /** Gives the space back. */
  empty: () => void;
  unmount: () => void;
};

const BLOCK = Buffer.alloc(64 * 1024);

/** Mounts a disk in memory. Null where that is not permitted, with the reason on standard error. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    console.error(`SKIPPED: the tests of a full disk need to mount one (root on Linux). ${(error as Error).message}`);
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async () => {
      const blocks = Readable.from(endless(), { objectMode: false });
      await pipeline(blocks, createWriteStream(ballast, { flags: 'a' })).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function* endless(): Generator<Buffer> {
  for (;;) yield BLOCK;
}
