import { hash, verify } from '@node-rs/bcrypt';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { createBcryptQueue } from './bcrypt-queue.ts';
import { AuthFault } from './errors.ts';

const COST = 10;

/**
 * bcrypt runs in the threads of libuv (four, for all of the process), which also check tokens, read files and compress
 * pages. Two are left to these; and who comes later than some two seconds of work is told so at once.
 */
const inQueue = createBcryptQueue({ atOnce: 2, mostWaiting: 40, mostOfOne: 8, retryAfterSeconds: 2 });

/** Of the queue's shares, that of the command line. */
const OPERATOR = 'operator';

/** Throws AuthFault unless the password may be used: `weak_password` with reasons, or `validation_failed`. */
export function requireUsablePassword(password: string): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw new AuthFault('validation_failed', `Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  if (isShort(password)) throw weakPassword();
}

export function isShort(password: string): boolean {
  return password.length < PASSWORD_MIN_LENGTH;
}

export function weakPassword(): AuthFault {
  return new AuthFault('weak_password', `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`, ['length']);
}

/**
 * bcrypt, off the main thread; `$2b$`, which GoTrue reads beside its own `$2a$`. `requester` is whose share of the queue
 * is used. Throws RequestFault `too_many_requests` when that is used up.
 */
export function hashPassword(password: string, requester = OPERATOR): Promise<string> {
  return inQueue(requester, () => hash(password, COST));
}

/** The hash of a random text that nobody knows. */
const HASH_OF_NOBODY = '$2a$10$i1GnwYaZc5DERf.NiQD13.LBHUFtETV3LBUn0etW83/d47wEnRULq';

/**
 * Whether the password is the one of the hash. Without a hash (an unknown user, or one without a password) the same
 * work is done in vain, so that the time of an answer does not tell who has an account. Throws as `hashPassword` does.
 */
export async function isPassword(
  password: string,
  encrypted: string | null | undefined,
  requester = OPERATOR,
): Promise<boolean> {
  const isRight = await inQueue(requester, () => verify(password, encrypted || HASH_OF_NOBODY));
  return isRight && Boolean(encrypted);
}
