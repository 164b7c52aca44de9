import { randomInt } from 'node:crypto';

/** A private IPv4 address. Limits are per address, so requests from different ones do not count together. */
export function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
