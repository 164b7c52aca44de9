import { createHash, timingSafeEqual } from 'node:crypto';
import { readBearer } from '#backend/http/identify-caller.ts';

/** Headers of a proxy: behind one, every client has the address of the proxy, which may be this machine. */
const OF_PROXIES = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'];
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

/**
 * Whether a client may read metrics and the details of checks: a program on this machine that asks directly, or anybody
 * with the token.
 */
export function mayReadDetails(
  header: (name: string) => string | undefined,
  clientAddress: string,
  metricsToken: string | null,
): boolean {
  if (metricsToken !== null && isSame(readBearer(header('authorization')) ?? '', metricsToken)) return true;
  return LOOPBACK.test(clientAddress) && OF_PROXIES.every((name) => header(name) === undefined);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
