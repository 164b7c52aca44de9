import type { Answer } from '../product/requests.ts';

/** An answer of the product that other servers send too, byte for byte. */
export type KeptAnswer = { headers: Record<string, string>; body: Buffer };

/** Written by each server itself. */
const OF_THE_SERVER = ['connection', 'content-length', 'date', 'etag', 'keep-alive', 'last-modified', 'server'];
const NOT_COMPARED = [...OF_THE_SERVER, 'accept-ranges', 'age', 'transfer-encoding'];

export function keptAnswer({ headers, body }: Answer): KeptAnswer {
  const kept = Object.entries(headers).filter(([name]) => !NOT_COMPARED.includes(name));
  return { headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])), body };
}
