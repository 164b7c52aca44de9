import { expect, test } from 'vitest';
import { type StorageRequestInit, type Storage, errorCodeOf } from './open-storage.ts';

export function testStorageErrors(storage: () => Storage): void {
  const body = async (answer: Response) => ({ http: answer.status, ...(await answer.json()) });

  test('a missing or invalid token is rejected in the format of the storage service', async () => {
    const bare = await fetch(`${storage().app.url}/storage/v1/bucket`);
    expect(await body(bare)).toMatchObject({
      http: 400,
      statusCode: '400',
      error: 'Error',
      message: expect.stringContaining('authorization'),
    });
    const bad = await storage().ask('bucket', { headers: { Authorization: 'Bearer a.b.c' } });
    expect(await body(bad)).toMatchObject({ http: 400, statusCode: '403', error: 'Unauthorized' });
  });

  test('each error has its HTTP status, statusCode, error and message', async () => {
    const { ask } = storage();
    const form = (fields: Record<string, string>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      return data;
    };
    const json = (value: unknown, method = 'POST') => ({ method, body: JSON.stringify(value) });
    const cases: [string, StorageRequestInit, object][] = [
      [
        'object/papers/none',
        {},
        { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' },
      ],
      [
        'object/nowhere/a',
        { method: 'POST', body: 'x' },
        { statusCode: '404', message: 'Bucket not found', code: 'NoSuchBucket' },
      ],
      [
        'object/papers/a%7Eb',
        { method: 'POST', body: 'x' },
        { statusCode: '400', message: 'Invalid key: a~b', code: 'InvalidKey' },
      ],
      ['object/papers/%00', { method: 'POST', body: 'x' }, { code: 'InvalidKey' }],
      ['object/papers/%ff', { method: 'POST', body: 'x' }, { code: 'InvalidKey' }],
      [`object/papers/${'a'.repeat(1025)}`, { method: 'POST', body: 'x' }, { code: 'InvalidKey' }],
      [
        'object/papers/nofile',
        { method: 'POST', body: form({ cacheControl: '1' }) },
        { code: 'InvalidRequest', message: 'No content provided' },
      ],
      [
        'object/papers/badform',
        { method: 'POST', body: 'x', headers: { 'Content-Type': 'multipart/form-data' } },
        { code: 'InvalidRequest' },
      ],
      [
        'object/papers/half',
        {
          method: 'POST',
          body: '--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
          headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        },
        { code: 'InvalidRequest' },
      ],
      [
        'object/papers/meta',
        { method: 'POST', body: 'x', headers: { 'x-metadata': 'bm8=' } },
        { code: 'InvalidRequest' },
      ],
      ['object/list/papers', { method: 'POST', body: '{' }, { code: 'InvalidRequest' }],
      ['object/list/papers', json({ prefix: '', limit: 0 }), { code: 'InvalidRequest' }],
      ['object/list/papers', json({ sortBy: { column: 'version; drop' } }), { code: 'InvalidRequest' }],
      ['object/list/papers', json({ prefix: '\u0000' }), { code: 'InvalidRequest' }],
      ['bucket', json({ id: ' ' }), { code: 'InvalidBucketName' }],
      ['upload/resumable', { method: 'GET' }, { statusCode: '404' }],
      ['bucket/papers/lifecycle', {}, { statusCode: '403', code: 'FeatureNotEnabled' }],
      ['object/list-v2/papers', json({ cursor: 'e30' }), { code: 'InvalidRequest' }],
      ['object/list-v2/papers', json({ sortBy: { column: 'version' } }), { code: 'InvalidRequest' }],
    ];
    for (const [path, init, expected] of cases) {
      expect([path, await body(await ask(path, init))]).toEqual([
        path,
        expect.objectContaining({ http: 400, ...expected }),
      ]);
    }
  });

  test('a type that the bucket does not allow is rejected with its name', async () => {
    const { storage: service } = storage().app.service;
    await service.createBucket('texts', { public: false, allowedMimeTypes: ['text/*'] });
    expect((await service.from('texts').upload('a', 'x', { contentType: 'text/csv; charset=utf-8' })).error).toBeNull();
    const { error } = await service.from('texts').upload('b', 'x', { contentType: 'application/zip' });
    expect([errorCodeOf(error), error?.message]).toEqual([
      '400 415 InvalidMimeType',
      'mime type application/zip is not supported',
    ]);
  });

  test('no key leads out of the storage folder', async () => {
    const { storage: service } = storage().app.service;
    const key = '..../..a/...';
    expect((await service.from('papers').upload(key, 'dots')).error).toBeNull();
    const answer = await storage().ask('object/papers/%2e%2e%2f%2e%2e%2fsecrets.json');
    expect(await answer.json()).toMatchObject({ code: 'NoSuchKey' });
  });
}
