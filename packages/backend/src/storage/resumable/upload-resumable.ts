import { randomUUID } from 'node:crypto';
import { type Lock, type Locker, Server, TUS_RESUMABLE } from '@tus/server';
import type { MiddlewareHandler } from 'hono';
import { isReported, RETRY_AFTER_S } from '../../database/unavailable.ts';
import type { BackendContext } from '../../http/env.ts';
import { StorageError, toStorageError } from '../errors.ts';
import { MAX_OBJECT_BYTES } from '../limits.ts';
import { readUrlToken } from '../objects/url-token.ts';
import type { StorageDeps } from '../storage-deps.ts';
import { type IdentifyUploader, ResumableStore, TUS_EXTENSIONS } from './resumable-store.ts';

const METHODS: ReadonlySet<string> = new Set(['POST', 'HEAD', 'PATCH', 'DELETE']);

/**
 * POST /upload/resumable and HEAD, PATCH, DELETE /upload/resumable/:id: uploads in pieces by the protocol TUS 1.0.0
 * (https://tus.io/protocols/resumable-upload), with the rights of the caller. Errors are text with their true status.
 */
export async function uploadResumable(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const identity = { caller: c.var.caller, upsert: c.req.header('x-upsert') === 'true' };
  return answer(deps, c, async () => identity);
}

/** The same below /upload/resumable/sign, with the token of a signed upload in the header `X-Signature`. */
export async function uploadResumableSigned(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return answer(deps, c, async (place) => {
    const { caller, upsert = false } = await readUrlToken(deps, c.req.header('x-signature') ?? '', 'upload', place);
    return { caller, upsert };
  });
}

async function answer(deps: StorageDeps, c: BackendContext, identify: IdentifyUploader): Promise<Response> {
  const { method } = c.req.raw;
  const id = c.req.param('id');
  if (!METHODS.has(method) || (method === 'POST') === (id !== undefined)) throw new StorageError('NoSuchRoute');
  const store = new ResumableStore(deps, c, identify);
  const server = new Server({
    path: c.req.path,
    datastore: store,
    locker: deps.uploadLocker,
    maxSize: MAX_OBJECT_BYTES,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    // Relative, so that it is right behind any proxy.
    generateUrl: (_request, upload) => `${c.req.path}/${upload.id}`,
    getFileIdFromRequest: () => id,
    onIncomingRequest: async () => {
      if (id !== undefined) await store.authorize(id, method === 'PATCH');
    },
    onUploadCreate: async (_request, upload) => {
      await store.prepare(upload);
      return {};
    },
    onResponseError: (_request, error) => describeError(deps, error),
  });
  const response = await server.handleWeb(c.req.raw);
  if (response.status === 429) response.headers.set('Retry-After', '1');
  if (response.status === 503) response.headers.set('Retry-After', String(RETRY_AFTER_S));
  return response;
}

type TusError = { status_code: number; body: string };

/** The errors of the library already have their status and text. */
function describeError({ log }: StorageDeps, error: Error | TusError): TusError | undefined {
  if ('status_code' in error) return undefined;
  const { status, message } = toStorageError(error);
  if (status >= 500 && !isReported(error)) log.error({ err: error }, 'storage failed');
  return { status_code: status, body: message };
}

/** Adds to the answer to OPTIONS what the protocol says there. */
export const describeResumable: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method !== 'OPTIONS') return;
  c.res.headers.set('Tus-Resumable', TUS_RESUMABLE);
  c.res.headers.set('Tus-Version', TUS_RESUMABLE);
  c.res.headers.set('Tus-Extension', TUS_EXTENSIONS.join(','));
  c.res.headers.set('Tus-Max-Size', String(MAX_OBJECT_BYTES));
};

type Release = Parameters<Lock['lock']>[1];
type Waiting = { release: Release; start: () => void };
type Held = { release: Release; waiting: Waiting[] };

const MAX_WAIT_MS = 30_000;

/**
 * In this process one request at a time works on an upload. A later request asks the earlier one, whose client may have
 * lost its connection, to end and to store what it has. Other processes need no lock, because a piece is added only at
 * the offset where its request began. The locker of the library waits in a busy loop.
 */
export function createUploadLocker(): Locker {
  const held = new Map<string, Held>();

  const lock = async (id: string, signal: AbortSignal, release: Release): Promise<void> => {
    const holder = held.get(id);
    if (!holder) return void held.set(id, { release, waiting: [] });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { release, start: resolve };
    const giveUp = () => {
      holder.waiting = holder.waiting.filter((waiting) => waiting !== turn);
      reject(new StorageError('SlowDown', 'Another request is sending bytes of this upload'));
    };
    holder.waiting.push(turn);
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
    signal.addEventListener('abort', giveUp, { once: true });
    void holder.release();
    await promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    });
  };

  const unlock = async (id: string): Promise<void> => {
    const holder = held.get(id);
    const next = holder?.waiting.shift();
    if (!holder || !next) return void held.delete(id);
    holder.release = next.release;
    next.start();
    if (holder.waiting.length > 0) await next.release();
  };

  return {
    newLock: (id) => ({ lock: (signal, release) => lock(id, signal, release), unlock: () => unlock(id) }),
  };
}
