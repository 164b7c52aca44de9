import { z } from 'zod';
import type { Metadata } from './users.ts';

/** It travels in every access token, and servers refuse requests whose headers grow beyond some 16 kB. */
const MAX_BYTES = 4096;

/** What a user may say about herself. */
export const userMetadata = z
  .record(z.string(), z.unknown())
  .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= MAX_BYTES, `must not exceed ${MAX_BYTES} bytes of JSON`);

/** Changes what she said before; null takes a key away. Throws nothing. */
export function mergeMetadata(before: Metadata, changes: Metadata): Metadata {
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
