import { isIP, isIPv6 } from 'node:net';

/**
 * The client's IP address: from the socket or, behind `proxies` reverse proxies, from the entry of X-Forwarded-For that
 * the first of them wrote. Each appends one; earlier entries come from the client. Returns `unknown` when neither is an
 * IP address.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null | undefined,
  proxies: number,
): string {
  const forwarded = proxies > 0 ? forwardedFor?.split(',').at(-proxies)?.trim() : undefined;
  if (forwarded && isIP(forwarded)) return unmapped(forwarded);
  return socketAddress && isIP(socketAddress) ? unmapped(socketAddress) : 'unknown';
}

/** Whether the host name of a URL is a loopback address, in its usual form. */
export function isLoopbackAddress(hostname: string): boolean {
  return hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether the host name of a URL is this machine: a loopback address, or `localhost`. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname);
}

/** IPv4 over an IPv6 socket is written `::ffff:203.0.113.7`. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The key of rate limits: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one client. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0');
  const network = [...groups, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
