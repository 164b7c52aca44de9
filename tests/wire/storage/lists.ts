import { expect, test } from 'vitest';
import { type Storage, errorCodeOf } from './open-storage.ts';

const KEYS = ['p/B.txt', 'p/a.txt', 'p/b/1.txt', 'p/b/2.txt', 'p/b.txt', 'p/z/deep/1.txt', 'pq.txt'];

export function testLists(storage: () => Storage): void {
  const lists = () => storage().app.service.storage.from('lists');
  type Options = Parameters<ReturnType<typeof lists>['listV2']>[0];
  const createKeys = async () => {
    const { storage: service } = storage().app.service;
    if ((await service.getBucket('lists')).data) return;
    await service.createBucket('lists', { public: false });
    for (const key of KEYS) expect((await lists().upload(key, key)).error).toBeNull();
  };
  /** All pages of two entries, as one list of keys. */
  const pagesOf = async (options: Options) => {
    const keys: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await lists().listV2({ ...options, limit: 2, cursor });
      expect(error).toBeNull();
      expect((data?.objects.length ?? 0) + (data?.folders.length ?? 0)).toBeLessThanOrEqual(2);
      keys.push(...[...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ key }) => key));
      cursor = data?.nextCursor;
      expect(cursor !== undefined).toBe(data?.hasNext);
    } while (cursor !== undefined);
    return keys;
  };

  test('listV2 gives the objects below a prefix, with folders only when a delimiter is asked for', async () => {
    await createKeys();
    const flat = await lists().listV2({ prefix: 'p/' });
    expect(flat.data).toMatchObject({ hasNext: false, folders: [] });
    expect(flat.data?.objects.map(({ name }) => name)).toEqual(KEYS.filter((key) => key.startsWith('p/')).toSorted());
    expect(flat.data?.objects[0]).toMatchObject({
      name: 'p/B.txt',
      key: 'p/B.txt',
      id: expect.any(String),
      metadata: { size: 7 },
      created_at: expect.stringMatching(/Z$/),
    });
    const level = await lists().listV2({ prefix: 'p/', with_delimiter: true });
    expect(level.data?.folders).toEqual([
      { name: 'p/b/', key: 'b' },
      { name: 'p/z/', key: 'z' },
    ]);
    expect(level.data?.objects.map(({ key }) => key)).toEqual(['B.txt', 'a.txt', 'b.txt']);
    expect(level.data?.objects.map(({ name }) => name)).toEqual(['p/B.txt', 'p/a.txt', 'p/b.txt']);
    const exact = await lists().listV2({ prefix: 'p/b', exactMatch: true });
    expect(exact.data?.objects).toEqual([]);
  });

  test('the pages of listV2 are complete in every order', async () => {
    await createKeys();
    const below = KEYS.filter((key) => key.startsWith('p/'));
    const name = { column: 'name' } as const;
    expect(await pagesOf({ prefix: 'p/' })).toEqual(below.toSorted());
    expect(await pagesOf({ prefix: 'p/', sortBy: { ...name, order: 'desc' } })).toEqual(below.toSorted().toReversed());
    expect(await pagesOf({ prefix: 'p/', sortBy: { column: 'created_at' } })).toEqual(below);
    expect(await pagesOf({ prefix: 'p/', sortBy: { column: 'updated_at', order: 'desc' } })).toEqual(
      below.toReversed(),
    );
    expect(await pagesOf({ prefix: 'p/', with_delimiter: true })).toHaveLength(5);
    expect(await pagesOf({ with_delimiter: true })).toEqual(['p', 'pq.txt']);
  });

  test('a search with slashes finds the objects and folders some levels below the prefix', async () => {
    await createKeys();
    const found = async (prefix: string, search: string) =>
      (await lists().list(prefix, { search })).data?.map(({ name, id }) => [name, id !== null]);
    expect(await found('', 'p/b/1.')).toEqual([['p/b/1.txt', true]]);
    expect(await found('', 'P/B/')).toEqual([
      ['p/b/1.txt', true],
      ['p/b/2.txt', true],
    ]);
    expect(await found('p', 'z/')).toEqual([['z/deep', false]]);
    expect(await found('p', 'z/x')).toEqual([]);
    expect(await found('', 'p')).toEqual([
      ['p', false],
      ['pq.txt', true],
    ]);
  });

  test('listV2 shows only what the caller may select', async () => {
    await createKeys();
    const other = await storage().person.storage.from('lists').listV2({ prefix: 'p/' });
    expect(other.data).toEqual({ hasNext: false, folders: [], objects: [] });
  });

  test('a request to list-v2 never writes an object, and no bucket can have the name of an endpoint', async () => {
    const { app, ask } = storage();
    for (const name of ['list', 'list-v2', 'sign', 'public']) {
      const { error } = await app.service.storage.createBucket(name, { public: false });
      expect(errorCodeOf(error)).toBe('400 400 InvalidBucketName');
    }
    await app.query(`insert into storage.buckets (id, name) values ('list-v2', 'list-v2') on conflict do nothing`);
    const answer = await ask('object/list-v2/papers', { method: 'POST', body: JSON.stringify({ prefix: 'none/' }) });
    expect(await answer.json()).toEqual({ hasNext: false, folders: [], objects: [] });
    expect(await app.query(`select name from storage.objects where bucket_id = 'list-v2'`)).toEqual([]);
  });
}
