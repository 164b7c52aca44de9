import { hash, verify } from '@node-rs/bcrypt';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { currentCaller } from '../../usage/request-context.ts';
import { AuthError } from '../errors.ts';

const COST = 10;
/** bcrypt reads no more than 72 bytes; GoTrue rejects longer passwords (protocol.md 1.3). */
export const PASSWORD_MAX_BYTES = 72;

/**
 * bcrypt runs in libuv's thread pool (four threads per process), which also verifies tokens, reads files and compresses
 * pages. Two threads are left for these. Callers take turns.
 */
export const HASHES_AT_ONCE = 2;
const limitHashes = createConcurrencyLimit({ places: HASHES_AT_ONCE });

/** Requests with password work that are under way, of one requester and of all. */
export const PASSWORD_REQUESTS = { perKey: 8, total: 400 } as const;

/**
 * Runs all password work of one request, its queries included, so that a rejected request costs nothing. Throws
 * RequestError `too_many_requests` when too many requests, or too many of this requester, are under way: one computation
 * takes about 70 ms of processor time.
 */
export const withPasswordWork = createConcurrencyLimit({
  places: PASSWORD_REQUESTS.total,
  waiting: 0,
  placesPerKey: PASSWORD_REQUESTS.perKey,
  waitingPerKey: 0,
});

/**
 * Throws AuthError `weak_password` for a password of fewer than `minLength` characters, `validation_failed` for one that
 * is too long.
 */
export function requireUsablePassword(password: string, minLength: number): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw new AuthError('validation_failed', `Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  if (password.length < minLength) throw new AuthError('weak_password', minLength);
}

/** Hashes with bcrypt, off the main thread. The prefix is `$2b$`, which GoTrue reads as it does `$2a$`. */
export function hashPassword(password: string): Promise<string> {
  return limitHashes(currentCaller(), () => hash(password, COST));
}

/** The hash of a random text that was not kept. */
const DUMMY_HASH = '$2a$10$i1GnwYaZc5DERf.NiQD13.LBHUFtETV3LBUn0etW83/d47wEnRULq';

/**
 * Whether the password matches the hash. Without a hash (an unknown user, or one without a password) the same work is
 * done, so that the response time does not reveal which accounts exist.
 */
export async function isPassword(password: string, encrypted: string | null | undefined): Promise<boolean> {
  const isRight = await limitHashes(currentCaller(), () => verify(password, encrypted || DUMMY_HASH));
  return isRight && Boolean(encrypted);
}
