import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.webmanifest', '.xml']);
/** Below this size compression saves nothing worth a second form. */
const SMALLEST_BYTES = 512;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const GZIP = { level: constants.Z_BEST_COMPRESSION };

/**
 * Writes the compressed forms of the browser's files beside them, as `.br` and `.gz`; server/pages/static-files.ts sends
 * them. It begins while the server is built, which adds a few more files.
 */
export function compressFiles(): Plugin {
  const begun = new Map<string, Promise<void>>();
  let folder = '';
  const beginNew = async (): Promise<void> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    // What Vite writes for React Router is removed before the end.
    for (const { parentPath, name } of entries.filter(
      (entry) => entry.isFile() && !entry.parentPath.endsWith('.vite'),
    )) {
      const file = join(parentPath, name);
      if (COMPRESSIBLE.has(extname(name)) && !begun.has(file)) begun.set(file, compressFile(file));
    }
  };
  return {
    name: 'compress-files',
    apply: 'build',
    sharedDuringBuild: true,
    async writeBundle({ dir }) {
      if (this.environment.name !== 'client' || !dir) return;
      folder = dir;
      await beginNew();
    },
    async closeBundle() {
      if (this.environment.name !== 'ssr') return;
      await beginNew();
      await Promise.all(begun.values());
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length <= SMALLEST_BYTES) return;
  const forms = [
    { ending: '.br', form: await promisify(brotliCompress)(bytes, BROTLI) },
    { ending: '.gz', form: await promisify(gzip)(bytes, GZIP) },
  ];
  for (const { ending, form } of forms) if (form.length < bytes.length) await writeFile(file + ending, form);
}
