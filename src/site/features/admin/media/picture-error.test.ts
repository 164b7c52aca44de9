import { expect, test } from 'vitest';
import { RejectedUpload } from '#site/gateway/media.ts';
import { uploadErrorKind } from './picture-error.ts';

test('each error of the storage service has its own kind', () => {
  const cases = [
    [
      { code: 'EntityTooLarge', statusCode: '413', message: 'The object exceeded the maximum allowed size' },
      'too-large',
    ],
    [
      { code: 'EntityTooLarge', statusCode: '413', message: 'The picture has 9 × 9 pixels; at most' },
      'too-many-pixels',
    ],
    [{ code: 'InvalidMimeType', statusCode: '415', message: 'mime type text/html is not supported' }, 'not-a-picture'],
    [{ code: 'InvalidRequest', statusCode: '400', message: 'The picture is damaged or incomplete' }, 'damaged'],
    [{ code: 'AccessDenied', statusCode: '403', message: 'new row violates row-level security policy' }, 'refused'],
    [{ code: 'AccessDenied', statusCode: '403', message: 'JWT expired' }, 'signed-out'],
    [{ code: 'SlowDown', statusCode: '429', message: 'Too many requests at once' }, 'busy'],
    [{ code: 'InternalError', statusCode: '500', message: 'Internal server error' }, 'unknown'],
    // A service without codes, and a proxy that sends only a status.
    [{ statusCode: '413' }, 'too-large'],
    [{ statusCode: '403' }, 'refused'],
  ] as const;
  for (const [rejection, errorKind] of cases) expect(uploadErrorKind(new RejectedUpload(rejection))).toBe(errorKind);
});

test('a server that does not answer is unreachable', () => {
  expect(uploadErrorKind(new TypeError('Failed to fetch'))).toBe('unreachable');
});
