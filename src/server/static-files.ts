import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { type EncodedBody, answerFrom, encodeBody } from './encoded-body.ts';

export type StaticFiles = { answer: (request: Request, path: string) => Response | null };

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.webmanifest', '.xml', '.map']);

/** A file is compressed once for each start, at its first request. */
const BROTLI_QUALITY = 9;

/** Reads a folder of built files into memory. Files that are added later are not served. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, { body: EncodedBody; headers: Headers }>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const extension = extname(path);
    files.set(path, {
      body: encodeBody(Uint8Array.from(await readFile(file)), COMPRESSIBLE.has(extension), BROTLI_QUALITY),
      headers: new Headers({
        'Content-Type':
          extension === '.webmanifest'
            ? 'application/manifest+json'
            : (getMimeType(path) ?? 'application/octet-stream'),
        // Names under /assets contain a hash of the content.
        'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      }),
    });
  }
  return {
    answer: (request, path) => {
      const file = files.get(path);
      return file ? answerFrom(file.body, request, 200, file.headers) : null;
    },
  };
}
