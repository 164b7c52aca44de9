import { type LookupFunction } from 'node:net';
import { lookup } from 'node:dns';
import { get } from 'node:https';
import ipaddr from 'ipaddr.js';

const MAX_BYTES = 12 * 1024 * 1024;
const PATIENCE_MS = 4_000;
/** The IPv6 space given out for public use (RFC 4291 2.4, IANA): what lies outside it is no host of the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation (RFC 9637), which the library does not list yet. */
const DOCUMENTATION_IPV6 = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether an IP address is anything but a public host: this machine, its network, nobody, or a form of IPv6 that carries
 * an IPv4 address (mapped, NAT64, 6to4, Teredo), behind which a private one could hide. What is no address is refused too.
 */
export function isInside(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && (!parsed.match(GLOBAL_IPV6) || parsed.match(DOCUMENTATION_IPV6));
}

/** The address that was judged is the one that is connected to, so a name cannot change its mind in between. */
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
 * The bytes of a picture on another host, by https only, never from inside this network, without following it elsewhere.
 * An editor may name any address; the server must not become a way into what lies behind it. Throws when it fails.
 */
export function fetchPicture(url: URL): Promise<Buffer> {
  if (url.protocol !== 'https:' || (isAddress(url.hostname) && isInside(bare(url.hostname)))) {
    return Promise.reject(new Error('Pictures come from public https addresses only.'));
  }
  return new Promise((resolve, reject) => {
    const asking = get(url, { lookup: lookupOutside, signal: AbortSignal.timeout(PATIENCE_MS) }, (answer) => {
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
