import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';

const BUCKET = 'media';
/** Names are made of the contents, so the object behind a name never changes. */
const YEAR_S = '31536000';

/** The pictures of the site, through the storage service, which decodes and encodes what it stores. */
export type MediaStore = {
  has: (key: string) => Promise<boolean>;
  /** Stores a file with its notes (alternative text). Throws with the service's message when it rejects the file. */
  put: (key: string, bytes: Buffer, type: string, notes: Record<string, unknown>) => Promise<void>;
  read: (key: string) => Promise<Buffer>;
};

/** Whether a key stays in its bucket when it is a part of an address: `..` would lead to another one. */
export function isPlainKey(key: string): boolean {
  return key.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/** The bucket `media` of a storage service in this process, called with the key of the service role. */
export function openMedia(storage: Hono<BackendEnv>, serviceRoleKey: string): MediaStore {
  const call = (method: string, path: string, more: Record<string, string> = {}, body: Buffer | null = null) =>
    storage.request(
      path,
      { method, headers: { Authorization: `Bearer ${serviceRoleKey}`, ...more }, body: body && new Uint8Array(body) },
      { clientAddress: 'import', isInProcess: true },
    );
  const pathOf = (key: string) => {
    if (!isPlainKey(key)) throw new Error(`${key.slice(0, 200)} is not the name of a picture.`);
    return `${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`;
  };
  return {
    has: async (key) => (await call('GET', `/object/info/${pathOf(key)}`)).ok,
    put: async (key, bytes, type, notes) => {
      const answer = await call(
        'POST',
        `/object/${pathOf(key)}`,
        {
          'Content-Type': type,
          'Cache-Control': YEAR_S,
          'x-metadata': Buffer.from(JSON.stringify(notes)).toString('base64'),
        },
        bytes,
      );
      if (!answer.ok && answer.status !== 409) throw new Error(await messageOf(answer));
    },
    read: async (key) => {
      const answer = await call('GET', `/object/${pathOf(key)}`);
      if (!answer.ok) throw new Error(await messageOf(answer));
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}

async function messageOf(answer: Response): Promise<string> {
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  return message ?? `The storage service answered ${answer.status}.`;
}

/** The address of a stored picture in posts: a path, so that it survives a change of the site's address. */
export function addressOfPicture(key: string): string {
  return `/storage/v1/object/public/${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * A key may have slashes, and characters that file systems do not take. Some file systems ignore case: `names` has those of
 * the folder in lower case, and gets this one.
 */
export function fileNameOf(key: string, names: Set<string>): string {
  const name = key.toLowerCase();
  if (/^\w[\w.-]{0,150}$/.test(key) && !names.has(name)) {
    names.add(name);
    return key;
  }
  const ending = extname(key)
    .replaceAll(/[^\w.]/g, '')
    .slice(0, 10);
  return createHash('sha256').update(key).digest('hex').slice(0, 32) + ending;
}
