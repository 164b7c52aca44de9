import { copyFile, mkdir, open, rename, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { flushFile, flushFolder } from '#backend/database/flush.ts';
import { ifMissing } from '#backend/database/if-missing.ts';
import { versionFile, versionFolder } from '#backend/storage/paths.ts';
import type { S3Settings } from '#backend/storage/storage-url.ts';

/** Where the uploaded files of a site are: in its storage folder, or in an S3-compatible store. */
export type FilePlace = { folder: string; store: S3Settings | null };

/** The bytes of uploaded files by their versions. */
export type SiteFiles = {
  /** Opens the bytes of a version; null where there are none. */
  read: (version: string) => Promise<{ bytes: number; content: Readable } | null>;
  /** Puts the bytes of a file, which may be moved away, under a version. */
  put: (version: string, file: string) => Promise<void>;
};

/** Opens the files of a site. Errors of a store have no keys in them. */
export async function openSiteFiles({ folder, store }: FilePlace): Promise<SiteFiles> {
  // The SDK is large, and only a site with STORAGE_URL needs it.
  return store ? (await import('./s3.ts')).filesInStore(store) : filesInFolder(folder);
}

function filesInFolder(folder: string): SiteFiles {
  return {
    read: (version) => openFile(versionFile(folder, version)),
    put: async (version, file) => {
      const target = versionFile(folder, version);
      const parent = versionFolder(folder, 'objects', version);
      if (await stat(target).catch(() => null)) return;
      await mkdir(parent, { recursive: true, mode: 0o700 });
      await rename(file, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await copyFile(file, target);
      });
      await flushFile(target);
      await flushFolder(parent);
    },
  };
}

/** Opens a file, which keeps its bytes when another process removes it; null where there is none. */
export async function openFile(file: string): Promise<{ bytes: number; content: Readable } | null> {
  const handle = await open(file, 'r').catch(ifMissing(null));
  return handle && { bytes: (await handle.stat()).size, content: handle.createReadStream() };
}
