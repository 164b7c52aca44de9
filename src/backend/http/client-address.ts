import { isIP, isIPv6 } from 'node:net';

/**
 * The client's IP address from the socket's and, behind a reverse proxy, from the last entry of X-Forwarded-For: the one
 * our own proxy wrote; what stands before it was written by whoever asked. Anything that is no address is ignored.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined;
  if (forwarded && isIP(forwarded)) return unmapped(forwarded);
  return socketAddress && isIP(socketAddress) ? unmapped(socketAddress) : 'unknown';
}

/** IPv4 over an IPv6 socket is written `::ffff:203.0.113.7`. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What rate limits count by: an IPv4 address, or the /64 network of an IPv6 one, which one client holds whole. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  const network = [...groups, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
