import { StorageError } from './errors.ts';
import { MAX_METADATA_BYTES } from './limits.ts';

/** What a request claims about its bytes; not trusted where the bucket allows only pictures. */
export type UploadFacts = { contentType: string; cacheControl: string; userMetadata: Record<string, unknown> | null };

type Claims = {
  contentType: string;
  /** Seconds, or the value of a Cache-Control header. */
  cacheControl: string | null | undefined;
  /** A JSON object. */
  metadata: string | null | undefined;
};

/** Checks what an uploader says about the bytes. Throws StorageError `UnsupportedMimeType` or `InvalidRequest`. */
export function readFacts({ contentType, cacheControl, metadata }: Claims): UploadFacts {
  return {
    contentType: requireType(contentType),
    cacheControl: cacheControlOf(cacheControl ?? ''),
    userMetadata: metadata ? readMetadata(metadata) : null,
  };
}

/** The text of the header `x-metadata`: JSON in base64. */
export function decodeMetadata(encoded: string | undefined): string | undefined {
  return encoded && Buffer.from(encoded, 'base64').toString('utf8');
}

function requireType(type: string): string {
  if (!/^[\w.+-]+\/[\w.+*-]+(;[\x20-\x7e]*)?$/.test(type) || type.length > 200)
    throw new StorageError('UnsupportedMimeType', type);
  return type;
}

/** Returns `no-cache` for a value that is not a valid header. */
function cacheControlOf(value: string): string {
  if (/^\d{1,9}$/.test(value)) return `max-age=${value}`;
  return /^[\w ,="-]{1,100}$/.test(value) ? value : 'no-cache';
}

function readMetadata(text: string): Record<string, unknown> {
  if (text.length <= MAX_METADATA_BYTES) {
    try {
      const value: unknown = JSON.parse(text);
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      // Invalid JSON gets the same error as other invalid values.
    }
  }
  throw new StorageError('InvalidRequest', 'Metadata must be a JSON object of at most 16 kB');
}
