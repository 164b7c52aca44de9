import sharp, { type Sharp } from 'sharp';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3TestStore } from '../../support/s3-store.ts';
import { type Client, type TestApp, startTestApp } from '../../support/test-app.ts';

/** An app with a private bucket `papers` and a public bucket `open`, beside `media` of the migrations. */
export type Storage = {
  app: TestApp;
  admin: Client;
  person: Client;
  /** A request that no client would send, with the service key unless another token is given. */
  ask: (path: string, init?: StorageRequestInit) => Promise<Response>;
  /** How many versions have bytes in the folder or the store. */
  countStored: () => Promise<number>;
};

export type StorageRequestInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** Opens it with bytes in the data folder, or in `s3`. */
export async function openStorage(s3: S3TestStore | null): Promise<Storage> {
  const app = await startTestApp(s3 ? { env: { STORAGE_URL: s3.storageUrl } } : {});
  const { storage } = app.service;
  for (const [id, isPublic] of [
    ['papers', false],
    ['open', true],
  ] as const) {
    const { error } = await storage.createBucket(id, { public: isPublic, fileSizeLimit: '1MB' });
    if (error) throw error;
  }
  return {
    app,
    admin: await app.signIn({ admin: true }),
    person: await app.signIn({ admin: false }),
    ask: (path, init = {}) =>
      fetch(`${app.url}/storage/v1/${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${app.serviceRoleKey}`, ...init.headers },
      }),
    countStored: async () => (s3 ? await s3.keys() : await filesIn(join(app.dataFolder, 'storage/objects'))).length,
  };
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => name.length > 30);
}

/** Whether a request is under way of which so many bytes have arrived. */
export async function isArriving({ app }: Storage, size: number): Promise<boolean> {
  const folder = join(app.dataFolder, 'storage/processes');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /incoming[/\\]./.test(name));
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (file) => file.size,
        () => 0,
      ),
    ),
  );
  return sizes.includes(size);
}

/** A picture of noise, which compresses badly. */
export function makePicture(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#345', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
}

export async function pngFile(width = 64, height = 40): Promise<Blob> {
  return new Blob([new Uint8Array(await makePicture(width, height).png().toBuffer())], { type: 'image/png' });
}

export async function blobBytes(blob: Blob | null): Promise<Buffer> {
  return Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
}

/** The status, statusCode and code of an error as one string. */
export function errorCodeOf(error: Error | null): string {
  const { statusCode, status, code } = (error ?? {}) as Partial<Error> & {
    statusCode?: string;
    status?: number;
    code?: string;
  };
  return `${status} ${statusCode} ${code}`;
}
