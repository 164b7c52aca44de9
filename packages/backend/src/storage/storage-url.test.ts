import { expect, test } from 'vitest';
import { parseStorageUrl } from './storage-url.ts';

test('an address has the endpoint, the bucket and the keys', () => {
  expect(parseStorageUrl('s3://AKIA:se%2Fcr%2Bet@127.0.0.1:9000/site-files?region=eu-central-1&tls=false')).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-central-1',
    bucket: 'site-files',
    prefix: '',
    accessKeyId: 'AKIA',
    secretAccessKey: 'se/cr+et',
  });
  expect(parseStorageUrl('s3://a:b@s3.example/bucket/one/two/')).toMatchObject({
    endpoint: 'https://s3.example',
    region: 'us-east-1',
    bucket: 'bucket',
    prefix: 'one/two/',
  });
});

test.each([
  ['another scheme', 'https://a:b@s3.example/bucket'],
  ['no bucket', 's3://a:b@s3.example'],
  ['no secret', 's3://a@s3.example/bucket'],
  ['a slash in the secret', 's3://a:b/c@s3.example/bucket'],
  ['an unknown parameter', 's3://a:b@s3.example/bucket?regoin=x'],
  ['tls that is neither true nor false', 's3://a:b@s3.example/bucket?tls=no'],
  ['a path that leads upwards', 's3://a:b@s3.example/bucket/..%2F..'],
  ['an invalid escape', 's3://a:%zz@s3.example/bucket'],
])('%s is rejected', (_name, address) => {
  expect(parseStorageUrl(address)).toBe('invalid');
});
