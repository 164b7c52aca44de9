import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

const ALLOWED_HEADERS = [
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-supabase-api-version',
  'accept-profile',
  'content-profile',
  'prefer',
  'range',
  'x-retry-count',
  'x-upsert',
  'x-metadata',
  'cache-control',
  // Resumable uploads (TUS).
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-signature',
  'x-request-id',
  // What a program adds by itself (`global.headers`), and the headers of a trace; it does not stand for `authorization`.
  '*',
];
/** Without X-Supabase-Api-Version clients lose the error codes (protocol.md 0). */
const EXPOSED_HEADERS = [
  'Content-Range',
  'Content-Location',
  'Location',
  'Preference-Applied',
  'X-Total-Count',
  'Link',
  'X-Supabase-Api-Version',
  'x-sb-error-code',
  'x-request-id',
  'Tus-Resumable',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
];

/** Allows any origin: callers authenticate by headers, never by cookies. */
export function allowAnyOrigin(): MiddlewareHandler {
  return cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowHeaders: ALLOWED_HEADERS,
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: 3600,
  });
}
