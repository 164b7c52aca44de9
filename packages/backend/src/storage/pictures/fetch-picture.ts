import { type LookupFunction } from 'node:net';
import { lookup } from 'node:dns';
import { get } from 'node:https';
import ipaddr from 'ipaddr.js';

const MAX_BYTES = 12 * 1024 * 1024;
const PATIENCE_MS = 4_000;
/** The IPv6 space assigned for public use (RFC 4291 2.4, IANA). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation (RFC 9637), not yet in the library's list. */
const DOCUMENTATION_IPV6 = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether an IP address is not a public host: loopback, private, reserved, or an IPv6 form that embeds an IPv4 address
 * (mapped, NAT64, 6to4, Teredo). Invalid addresses count too.
 */
export function isInside(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && (!parsed.match(GLOBAL_IPV6) || parsed.match(DOCUMENTATION_IPV6));
}

/** Checks the address that is then connected to, so that a second DNS lookup cannot return another one. */
const lookupOutside: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    const outside = addresses.filter(({ address }) => !isInside(address));
    const [first] = outside;
    if (!first) return done(new Error(`${host} is not a public host.`), '');
    return options.all ? done(null, outside) : done(null, first.address, first.family);
  });
};

/**
 * Downloads a picture from another host within `patienceMs`: by https, from public addresses only, without redirects, 12
 * MB at most. Editors and imported files may name any URL, which must not give access to the internal network (SSRF).
 * Throws when it fails.
 */
export function fetchPicture(url: URL, patienceMs = PATIENCE_MS): Promise<Buffer> {
  if (url.protocol !== 'https:' || (isAddress(url.hostname) && isInside(bare(url.hostname)))) {
    return Promise.reject(new Error('Pictures come from public https addresses only.'));
  }
  return new Promise((resolve, reject) => {
    const asking = get(url, { lookup: lookupOutside, signal: AbortSignal.timeout(patienceMs) }, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      if (answer.statusCode !== 200) asking.destroy(new Error(`${url.host} answered ${answer.statusCode}.`));
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) asking.destroy(new Error('The picture is too large.'));
        chunks.push(chunk);
      });
      answer.on('end', () => resolve(Buffer.concat(chunks)));
      answer.on('error', reject);
    });
    asking.on('error', reject);
  });
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '');
const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[');
