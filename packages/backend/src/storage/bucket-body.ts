import { z } from 'zod';
import { StorageError } from './errors.ts';

const UNITS: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** The fields of a bucket that clients set. `file_size_limit` is a number of bytes or a text such as `5MB`. */
export const BucketBody = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  type: z.literal('STANDARD').optional(),
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().regex(/^[\w.+*-]+\/[\w.+*-]+$/, 'is not a MIME type')).nullish(),
});

/** Parses a size into bytes. Throws StorageError `InvalidRequest`. */
export function parseSize(size: string | number): number {
  if (typeof size === 'number') return size;
  const [, amount, unit = 'B'] = /^(\d{1,12}(?:\.\d{1,3})?)(B|KB|MB|GB)?$/i.exec(size.trim()) ?? [];
  if (amount === undefined) {
    throw new StorageError('InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  }
  return Math.round(Number(amount) * (UNITS[unit.toUpperCase()] ?? 1));
}
