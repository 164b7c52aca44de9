import { FairQueue } from './fair-queue.ts';
import { ADDRESS_LIMITS, HELD_LIMITS, RATE_LIMITS, REQUEST_LIMITS } from './limits.ts';

/** An amount that callers hold, each up to a limit. */
export type Held = {
  /** Adds to what the key holds, unless its limit or that of all keys would be exceeded; returns whether it did. */
  take: (key: string, amount?: number) => boolean;
  /** Adds to what the key holds, even beyond the limits. Returns whether the limits still hold. */
  add: (key: string, amount: number) => boolean;
  /** Whether the limits would hold with `amount` more. */
  allows: (key: string, amount: number) => boolean;
  /** Takes from what the key holds. */
  give: (key: string, amount?: number) => void;
  of: (key: string) => number;
  counts: () => { held: number; keys: number; refused: number };
  /** The key that holds most, or undefined. */
  largest: () => string | undefined;
};

/** What callers do in a second, each up to a limit. */
export type Rate = {
  /**
   * Counts `amount` for the key when its limit allows it; returns whether it does. More than is allowed at once is
   * allowed after a pause, and followed by a longer one.
   */
  take: (key: string, amount?: number) => boolean;
  refused: () => number;
};

/** The requests to one service, by caller and by address. */
export type RequestQueues = { callers: FairQueue; addresses: FairQueue };

/** Counts what callers use of this process. All services share it. */
export type Usage = {
  held: Record<keyof typeof HELD_LIMITS, Held>;
  rates: Record<keyof typeof RATE_LIMITS, Rate>;
  requests: Record<keyof typeof REQUEST_LIMITS, RequestQueues>;
};

/** Creates the account of a process. */
export function createUsage(): Usage {
  const now = () => performance.now();
  return {
    held: mapValues(HELD_LIMITS, createHeld),
    rates: mapValues(RATE_LIMITS, (limit) => createRate(limit, now)),
    requests: mapValues(REQUEST_LIMITS, (limits) => ({
      callers: new FairQueue(limits),
      addresses: new FairQueue(ADDRESS_LIMITS),
    })),
  };
}

function mapValues<Name extends string, From, To>(
  from: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([name, value]) => [name, map(value)])) as Record<Name, To>;
}

/** Counts what keys hold: each up to `perKey`, and all together up to `total`, which the keys then share equally. */
export function createHeld({ perKey, total }: { perKey: number; total: number }): Held {
  const amounts = new Map<string, number>();
  let sum = 0;
  let refused = 0;
  const of = (key: string): number => amounts.get(key) ?? 0;
  const allows = (key: string, amount: number): boolean => {
    const own = of(key) + amount;
    if (own > perKey) return false;
    return sum + amount <= total || own <= total / Math.max(1, amounts.size);
  };
  const add = (key: string, amount: number): boolean => {
    const isAllowed = allows(key, amount);
    if (!isAllowed) refused += 1;
    if (amount > 0) amounts.set(key, of(key) + amount);
    sum += amount;
    return isAllowed;
  };
  return {
    add,
    allows,
    of,
    take: (key, amount = 1) => {
      if (allows(key, amount)) return add(key, amount);
      refused += 1;
      return false;
    },
    give: (key, amount = 1) => {
      const given = Math.min(amount, of(key));
      const left = of(key) - given;
      sum -= given;
      if (left > 0) amounts.set(key, left);
      else amounts.delete(key);
    },
    counts: () => ({ held: sum, keys: amounts.size, refused }),
    largest: () => {
      const [most] = [...amounts].toSorted(([, one], [, other]) => other - one);
      return most?.[0];
    },
  };
}

/** Counts `amount` for each of the keys, as `take` does, until one does not allow it; returns whether all do. */
export function takeForEach(rate: Rate, keys: readonly string[], amount?: number): boolean {
  return keys.every((key) => rate.take(key, amount));
}

type Bucket = { left: number; at: number };

/** With this many buckets, the full ones are deleted from time to time. */
const MAX_BUCKETS = 10_000;
const FORGET_EVERY_MS = 1000;

/** Allows each key `perSecond` on average and `atOnce` after a pause (a token bucket). */
export function createRate({ perSecond, atOnce }: { perSecond: number; atOnce: number }, now: () => number): Rate {
  const buckets = new Map<string, Bucket>();
  let refused = 0;
  let forgotAt = -Infinity;
  const leftAt = ({ left, at }: Bucket, time: number): number =>
    Math.min(atOnce, left + (Math.max(0, time - at) / 1000) * perSecond);
  const forgetFull = (time: number): void => {
    if (buckets.size < MAX_BUCKETS || time - forgotAt < FORGET_EVERY_MS) return;
    forgotAt = time;
    for (const [key, bucket] of buckets) if (leftAt(bucket, time) >= atOnce) buckets.delete(key);
  };
  return {
    take: (key, amount = 1) => {
      const time = now();
      forgetFull(time);
      const left = leftAt(buckets.get(key) ?? { left: atOnce, at: time }, time);
      const isAllowed = left >= Math.min(amount, atOnce);
      if (!isAllowed) refused += 1;
      buckets.set(key, { left: isAllowed ? left - amount : left, at: time });
      return isAllowed;
    },
    refused: () => refused,
  };
}
