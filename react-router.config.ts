import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.webmanifest', '.xml']);
/** Below this size compression saves nothing worth a second form. */
const SMALLEST_BYTES = 512;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const GZIP = { level: constants.Z_BEST_COMPRESSION };

export default {
  appDirectory: 'src/site',
  ssr: true,
  // Few pages live in the browser; their routes are known at once, so nothing is discovered later.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;

/** Writes the compressed forms of built files beside them, as `.br` and `.gz`; server/pages/static-files.ts sends them. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
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
