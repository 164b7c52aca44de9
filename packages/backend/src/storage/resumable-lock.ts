import type { Lock, Locker } from '@tus/server';
import { StorageError } from './errors.ts';

type Release = Parameters<Lock['lock']>[1];
type Waiting = { release: Release; start: () => void };
type Held = { release: Release; waiting: Waiting[] };

const WAIT_AT_MOST_MS = 30_000;

/**
 * One request at a time works on an upload, in this process: who comes later asks the request before it to end and to
 * store what it has, such as one whose client lost its connection unnoticed. Other processes need no lock, because a
 * piece is added only at the offset where its request began. The locker of the library waits in a busy loop.
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
    const timer = setTimeout(giveUp, WAIT_AT_MOST_MS);
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
