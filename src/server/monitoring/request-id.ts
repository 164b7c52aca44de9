import { randomUUID } from 'node:crypto';

const GIVEN = /^[\w.-]{1,64}$/;

/**
 * The id of a request: that of a proxy in front, if it may be trusted and sends a plain one, else a new one. It is random,
 * because consecutive numbers would tell visitors how many requests there are.
 */
export function chooseRequestId(given: string | string[] | undefined, trustProxy: number): string {
  return trustProxy > 0 && typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}
