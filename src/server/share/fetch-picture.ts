import { type LookupFunction, BlockList, isIPv6 } from 'node:net';
import { lookup } from 'node:dns';
import { get } from 'node:https';

const MAX_BYTES = 12 * 1024 * 1024;
const PATIENCE_MS = 4_000;

/** Addresses that mean this machine, its network or nobody (RFC 6890). */
const INSIDE = new BlockList();
for (const [net, prefix] of [
  ...[
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ],
  ...[
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ],
] as [string, number][]) {
  INSIDE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as [string, number][]) {
  INSIDE.addSubnet(net, prefix, 'ipv6');
}

export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isInside(mapped);
  return INSIDE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
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
