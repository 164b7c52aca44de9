import { open, stat } from 'node:fs/promises';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { openGhost } from './ghost/open-ghost.ts';
import { openExport } from './export/open-export.ts';
import type { Source } from './source.ts';
import { openWordPress } from './wordpress/open-wordpress.ts';

/** Characters that are enough to tell the formats apart. */
const BEGINNING = 4096;

/**
 * Opens what an import is given: a folder of our export, a WordPress export (WXR), or one of Ghost (JSON). The whole file
 * is checked before anything of it is used. `siteUrl` is the address of the earlier website, where the file does not say
 * it. Throws a ConfigurationError for anything else.
 */
export async function openSource(path: string, siteUrl: URL | null): Promise<Source> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new ConfigurationError(`${path} does not exist.`);
  if (found.isDirectory()) return openExport(path);
  const beginning = await readBeginning(path);
  if (beginning.startsWith('<')) return openWordPress(path, siteUrl);
  if (beginning.startsWith('{')) return openGhost(path, siteUrl);
  throw new ConfigurationError(
    `${path} is neither an export of WordPress (WXR), nor of Ghost (JSON), nor a folder of ours.`,
  );
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .trimStart();
  } finally {
    await file.close();
  }
}
