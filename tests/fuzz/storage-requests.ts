import fc from 'fast-check';
import { caller, type FuzzRequest, jsonBody, noise, search, anyText } from './request.ts';

const key = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('a.png', 'folder/b.webp', 'fuzz/x.jpg', 'c', '.', '..', 'a//b', '%2e%2e/x') },
  { weight: 2, arbitrary: noise.map(encodeURIComponent) },
  { weight: 1, arbitrary: anyText.map(encodeURIComponent) },
);
const bucket = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('media', 'media', 'media', 'none', 'list-v2') },
  { weight: 1, arbitrary: noise.map(encodeURIComponent) },
);
const kind = fc.constantFrom(
  'object',
  'object',
  'object/public',
  'object/authenticated',
  'object/sign',
  'object/info',
  'object/info/public',
  'object/upload/sign',
  'render/image/public',
  'render/image/authenticated',
  'render/image/sign',
  'object/list',
);
const path = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(kind, bucket, key).map((parts) => parts.join('/')) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('bucket', 'object/list', 'object', 'object/sign'), bucket)
      .map((parts) => parts.join('/')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('bucket', 'object/move', 'object/copy', 'bucket/media/empty', 'nothing', ''),
  },
);
const value = fc.oneof(fc.constantFrom('1', '100', '99999', '-5', '0.5', 'cover', 'fill', 'origin', 'avif'), anyText);

const PICTURES = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\0\0\0\0WEBPVP8 ',
  'GIF89a',
  '\0\0\0\x1cftypavif',
  '<svg/>',
];
/** The first bytes of a picture, followed by random bytes. */
const bytes = fc
  .tuple(fc.constantFrom(...PICTURES, ''), fc.string({ unit: 'binary', maxLength: 400 }))
  .map((parts) => parts.join(''));
const BODY_FIELDS = ['prefix', 'limit', 'offset', 'search', 'sortBy', 'prefixes', 'expiresIn', 'paths', 'transform'];
const MORE_BODY_FIELDS = ['bucketId', 'sourceKey', 'destinationKey', 'destinationBucket', 'id', 'name', 'public'];

/** Requests to `/storage/v1` with small uploads. None of them empties or deletes the bucket of the site. */
export const storageRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'),
    path,
    query: search(['width', 'height', 'resize', 'quality', 'format', 'token', 'download', 'limit', 'offset'], value),
    caller,
    headers: fc.dictionary(
      fc.constantFrom('Content-Type', 'x-upsert', 'x-metadata', 'Range', 'If-None-Match', 'cache-control', 'Accept'),
      fc.oneof(
        fc.constantFrom(
          'image/png',
          'application/json',
          'multipart/form-data; boundary=x',
          'text/html',
          'true',
          'e30=',
        ),
        fc.constantFrom('bytes=0-', 'bytes=9-1', 'bytes=-5', '*', 'image/avif,image/webp', 'max-age=1'),
      ),
      { maxKeys: 3 },
    ),
    body: fc.oneof(jsonBody([...BODY_FIELDS, ...MORE_BODY_FIELDS]), bytes),
  })
  .map(({ path: at, query, body, ...rest }) => ({
    ...rest,
    target: `/storage/v1/${at}${query}`,
    body: rest.method === 'POST' || rest.method === 'PUT' || rest.method === 'PATCH' ? body : null,
  }));
