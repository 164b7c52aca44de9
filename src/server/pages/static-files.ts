import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { type AnswerOptions, type MemoryAnswer, createMemoryAnswer } from './memory-answer.ts';
import type { SetSecurityHeaders } from '../security-headers.ts';

export type StaticFiles = {
  find: (path: string) => MemoryAnswer | null;
  /** Sets the security headers of all files again. */
  setHeaders: () => void;
};

export const NO_FILES: StaticFiles = { find: () => null, setHeaders: () => {} };

/** The extensions of the compressed forms that the build writes beside a file (react-router.config.ts). */
const FORMS = { br: '.br', gzip: '.gz' } as const;

const YEAR = 'public, max-age=31536000';
const HOUR = 'public, max-age=3600';

/**
 * Reads a folder of built files into memory, with the compressed forms that the build made of them. Files that are added
 * later are not served.
 */
export async function loadStaticFiles(folder: string, setSecurityHeaders: SetSecurityHeaders): Promise<StaticFiles> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = new Map(await Promise.all(names.map(async (name) => [name, await readFile(name)] as const)));
  const files = new Map<string, MemoryAnswer>();
  const setHeaders = (): void => {
    for (const [name, bytes] of contents) {
      if (isForm(name, contents)) continue;
      const path = `/${relative(folder, name).split(sep).join('/')}`;
      const headers = headersOf(path);
      setSecurityHeaders(headers);
      files.set(path, createMemoryAnswer(bytes, { headers, compressed: formsOf(name, contents) }));
    }
  };
  setHeaders();
  return { find: (path) => files.get(path) ?? null, setHeaders };
}

type Contents = ReadonlyMap<string, Buffer<ArrayBuffer>>;

function isForm(name: string, contents: Contents): boolean {
  return Object.values(FORMS).some((ending) => name.endsWith(ending) && contents.has(name.slice(0, -ending.length)));
}

function formsOf(name: string, contents: Contents): NonNullable<AnswerOptions['compressed']> {
  const forms = Object.entries(FORMS).flatMap(([encoding, ending]) => {
    const bytes = contents.get(name + ending);
    return bytes ? [[encoding, () => bytes]] : [];
  });
  return Object.fromEntries(forms);
}

function headersOf(path: string): Headers {
  return new Headers({
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Cache-Control': cachingOf(path),
  });
}

function cachingOf(path: string): string {
  // Names under /assets contain a hash of the content.
  if (path.startsWith('/assets/')) return `${YEAR}, immutable`;
  // A font of other content gets another name (scripts/make-fonts.ts).
  return path.startsWith('/fonts/') && extname(path) === '.woff2' ? YEAR : HOUR;
}
