import type { Context, MiddlewareHandler } from 'hono';
import { asCurrentCaller } from '../usage/request-context.ts';
import { REQUEST_WAIT_MS } from '../usage/limits.ts';
import type { RequestQueues, Usage } from '../usage/usage.ts';
import { addressKey } from './client-address.ts';
import { enterQueue } from './concurrency-limit.ts';
import type { BackendEnv } from './env.ts';
import { RequestError } from './errors.ts';
import { bearerOf } from './identify-caller.ts';
import type { Claims, Keys } from './keys.ts';

/** Without `keys` callers are known by their address only. */
type ShareDeps = { usage: Usage; keys: Pick<Keys, 'verify'> | null };

const MESSAGE = 'Too many requests at once';

/**
 * Limits the requests of one caller to a service: some run, more wait, and the next is refused. A request keeps its place
 * until its answer has left. The site's own requests are not counted. Callers are accounts, the service key, or else
 * addresses; with an account the address counts as well. Throws RequestError `too_many_requests`.
 */
export function shareRequests(
  { usage, keys }: ShareDeps,
  service: keyof Usage['requests'],
): MiddlewareHandler<BackendEnv> {
  const queues = usage.requests[service];
  return async (c, next) => {
    if (c.env.isInProcess) return next();
    const address = addressKey(c.env.clientAddress);
    const caller = await findCallerKey(c, keys, address);
    if (!usage.held.unsentBytes.allows(address, 1)) throw new RequestError('too_many_requests', MESSAGE, 1);
    const leave = await enterBoth(queues, caller, address);
    try {
      // Nobody waits for the answer any more.
      if (c.env.isGone?.()) throw new RequestError('too_many_requests', MESSAGE, 1);
      await asCurrentCaller(caller, next);
    } finally {
      if (c.env.onSent) c.env.onSent(leave);
      else leave();
    }
  };
}

/** Takes a place for the caller and one for its address; returns the function that frees both. */
async function enterBoth({ callers, addresses }: RequestQueues, caller: string, address: string): Promise<() => void> {
  const turn = enterQueue(callers, caller, MESSAGE, REQUEST_WAIT_MS);
  if (turn) await turn;
  try {
    const addressTurn = enterQueue(addresses, address, MESSAGE, REQUEST_WAIT_MS);
    if (addressTurn) await addressTurn;
  } catch (error) {
    callers.leave(caller);
    throw error;
  }
  return () => {
    addresses.leave(address);
    callers.leave(caller);
  };
}

/** The key of the caller: of the account or service key of a verified token, else of the address. */
async function findCallerKey(c: Context<BackendEnv>, keys: ShareDeps['keys'], address: string): Promise<string> {
  const claims: Claims | null = c.var.caller?.claims ?? (await readClaims(c, keys));
  if (claims?.role === 'service_role') return 'service key';
  return typeof claims?.sub === 'string' ? accountKey(claims.sub) : address;
}

/** The key of an account in queues and counters. */
export const accountKey = (userId: string): string => `user:${userId}`;

async function readClaims(c: Context<BackendEnv>, keys: ShareDeps['keys']): Promise<Claims | null> {
  const token = keys && bearerOf(c);
  return !keys || token === null ? null : (await keys.verify(token)).claims;
}
