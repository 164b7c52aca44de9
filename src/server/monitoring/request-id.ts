import { randomBytes } from 'node:crypto';

const GIVEN = /^[\w.-]{1,64}$/;
/** Distinguishes the ids of this process from those of others. */
const PREFIX = randomBytes(6).toString('base64url');

let last = 0;

/** The id of a request: that of a proxy in front, if it may be trusted and sends a plain one, else a new one. */
export function chooseRequestId(given: string | string[] | undefined, trustProxy: number): string {
  if (trustProxy > 0 && typeof given === 'string' && GIVEN.test(given)) return given;
  last += 1;
  return `${PREFIX}-${last.toString(36)}`;
}
