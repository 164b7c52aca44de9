import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fetchPicture } from '#backend/storage/pictures/fetch-picture.ts';
import { MAX_PICTURE_BYTES } from '#contract/pictures.ts';
import { percentDecoded } from '#contract/url-path.ts';

export type FindPictureOptions = {
  /** A copy of the folder of uploaded files of the earlier website, or null. */
  folder: string | null;
  /** Whether pictures that are not in the folder are fetched from the earlier website. */
  fetches: boolean;
  /** Only reports: nothing is written, and nothing is fetched. */
  dryRun: boolean;
};

/** The bytes of a picture, why it is missing, or in a dry run that they would be fetched. */
type FoundPicture = { bytes: Buffer } | { reason: string } | 'to fetch';
export type FindPicture = (url: URL) => Promise<FoundPicture>;

const PATIENCE_MS = 20_000;
/** A host that fails this often in a row is not asked again. */
const MAX_FAILURES = 5;
/** Ghost makes copies in other sizes and formats beside the originals, and writes their addresses into posts. */
const GHOST_SIZE = /\/content\/images\/size\/w\d{1,5}(?:h\d{1,5})?\/(?:format\/\w{1,8}\/)?/;

/** What comes before the part of the path that is the same in a copy of the folder. */
const UPLOADS = /^.*?\/(?:wp-content\/uploads|content\/images)\//;

/**
 * Finds pictures of the earlier website: in the folder, else by https from a public address (`fetchPicture`). In a dry
 * run nothing is fetched.
 */
export function createPictureFinder({ folder, fetches, dryRun }: FindPictureOptions): FindPicture {
  const failures = new Map<string, number>();
  return async (url) => {
    const paths = [url.pathname, url.pathname.replace(GHOST_SIZE, '/content/images/')];
    const file = folder === null ? null : await findFile(folder, paths);
    if (file) return { bytes: await readFile(file) };
    if (!fetches) return { reason: folder === null ? 'it was not fetched' : 'it is not in the folder of pictures' };
    if (dryRun) return 'to fetch';
    const failed = failures.get(url.host) ?? 0;
    if (failed >= MAX_FAILURES) return { reason: `${url.host} failed ${failed} times in a row and is not asked again` };
    try {
      const bytes = await fetchFirst([...new Set(paths)].map((path) => securely(url, path)));
      failures.delete(url.host);
      return { bytes };
    } catch (error) {
      failures.set(url.host, failed + 1);
      return { reason: (error as Error).message };
    }
  };
}

function securely(url: URL, pathname: string): URL {
  const secure = new URL(url);
  secure.protocol = 'https:';
  secure.pathname = pathname;
  return secure;
}

/** The first picture that can be had. Throws the error of the first address. */
async function fetchFirst([first, ...others]: readonly URL[]): Promise<Buffer> {
  if (!first) throw new Error('it has no address');
  try {
    return await fetchPicture(first, PATIENCE_MS);
  } catch (error) {
    if (others.length === 0) throw error;
    return await fetchFirst(others).catch(() => {
      throw error;
    });
  }
}

async function findFile(folder: string, paths: readonly string[]): Promise<string | null> {
  // A copy of the folder made by way of macOS may have its names in the other form of Unicode.
  const decoded = paths.flatMap((path) => {
    const name = percentDecoded(path);
    return name === null ? [] : [...new Set([name, name.normalize('NFC'), name.normalize('NFD')])];
  });
  for (const name of decoded.flatMap((path) => [path.replace(UPLOADS, ''), path.slice(1)])) {
    const file = await fileInside(folder, name, MAX_PICTURE_BYTES);
    if (file) return file;
  }
  return null;
}

/**
 * The path of a regular file of at most `maxBytes` in a folder, or null. `name` comes from an imported file: it must not
 * lead out of the folder, by `..` or by a symbolic link.
 */
export async function fileInside(folder: string, name: string, maxBytes: number): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, name));
    const found = await lstat(file);
    return file.startsWith(resolve(root) + sep) && found.isFile() && found.size <= maxBytes ? file : null;
  } catch {
    return null;
  }
}
