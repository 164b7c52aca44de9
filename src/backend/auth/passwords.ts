import { hash, verify } from '@node-rs/bcrypt';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { createBcryptQueue } from './bcrypt-queue.ts';
import { AuthError } from './errors.ts';

const COST = 10;

/**
 * bcrypt runs in the threads of libuv (four, for all of the process), which also check tokens, read files and compress
 * pages. Two are left to these; and who comes later than some two seconds of work is told so at once.
 */
const queue = createBcryptQueue({ atOnce: 2, mostAdmitted: 40, mostOfOne: 8, retryAfterSeconds: 2 });

/** Takes a place for a request whose answer needs `hashPassword` or `isPassword`; see createBcryptQueue. */
export const withPasswordWork = queue.admit;

/** Throws AuthError unless the password may be used: `weak_password` with reasons, or `validation_failed`. */
export function requireUsablePassword(password: string): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw new AuthError('validation_failed', `Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  if (isShort(password)) throw new AuthError('weak_password');
}

export function isShort(password: string): boolean {
  return password.length < PASSWORD_MIN_LENGTH;
}

/** bcrypt, off the main thread; `$2b$`, which GoTrue reads beside its own `$2a$`. */
export function hashPassword(password: string): Promise<string> {
  return queue.compute(() => hash(password, COST));
}

/** The hash of a random text that nobody knows. */
const DUMMY_HASH = '$2a$10$i1GnwYaZc5DERf.NiQD13.LBHUFtETV3LBUn0etW83/d47wEnRULq';

/**
 * Whether the password is the one of the hash. Without a hash (an unknown user, or one without a password) the same
 * work is done in vain, so that the time of an answer does not tell who has an account.
 */
export async function isPassword(password: string, encrypted: string | null | undefined): Promise<boolean> {
  const isRight = await queue.compute(() => verify(password, encrypted || DUMMY_HASH));
  return isRight && Boolean(encrypted);
}
