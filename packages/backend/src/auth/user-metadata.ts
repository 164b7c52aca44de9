import { z } from 'zod';
import type { Metadata } from './users.ts';

/** Metadata is part of every access token, and servers reject headers of more than about 16 kB. */
const MAX_BYTES = 4096;

/** Metadata that users set themselves. */
export const userMetadata = z
  .record(z.string(), z.unknown())
  .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= MAX_BYTES, `must not exceed ${MAX_BYTES} bytes of JSON`);

/** Merges `changes` into the metadata; null deletes a key. */
export function mergeMetadata(before: Metadata, changes: Metadata): Metadata {
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
