import { expect, test } from 'vitest';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type Storage, blobBytes, errorCodeOf } from './open-storage.ts';

export function testObjects(storage: () => Storage): void {
  const papers = () => storage().app.service.storage.from('papers');
  const textAt = async (key: string) => (await blobBytes((await papers().download(key)).data)).toString();

  test('every kind of body is stored complete, with its type and metadata', async () => {
    const blob = new Blob(['a blob'], { type: 'text/x-note' });
    const form = new FormData();
    form.append('', new File(['a form'], 'f.txt', { type: 'text/plain' }));
    const stream = new Blob(['a stream']).stream();
    const bodies = {
      blob,
      form,
      stream,
      text: 'a text',
      buffer: Buffer.from('a buffer'),
      array: new TextEncoder().encode('an array'),
    };
    for (const [kind, body] of Object.entries(bodies)) {
      const options = { contentType: 'text/x-told', cacheControl: '60', metadata: { kind, sign: 'é✓' } };
      const { data, error } = await papers().upload(`kinds/${kind}`, body, options);
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: `kinds/${kind}`, fullPath: `papers/kinds/${kind}` });
      expect(await textAt(`kinds/${kind}`)).toMatch(kind);
      const info = (await papers().info(`kinds/${kind}`)).data;
      expect(info).toMatchObject({
        id: data?.id,
        bucketId: 'papers',
        cacheControl: 'max-age=60',
        metadata: { kind, sign: 'é✓' },
      });
      const type = kind === 'blob' ? 'text/x-note' : kind === 'form' ? 'text/plain' : 'text/x-told';
      expect(info?.contentType).toBe(type);
    }
  });

  test('an upload replaces an object only with upsert, and an update replaces or creates it', async () => {
    await papers().upload('once.txt', 'first');
    const second = await papers().upload('once.txt', 'second');
    expect(errorCodeOf(second.error)).toBe('400 409 KeyAlreadyExists');
    expect(second.error?.message).toBe('The resource already exists');
    expect((await papers().upload('once.txt', 'third', { upsert: true })).error).toBeNull();
    expect(await textAt('once.txt')).toBe('third');
    expect((await papers().update('once.txt', 'fourth')).error).toBeNull();
    expect(await textAt('once.txt')).toBe('fourth');
    expect((await papers().update('updated.txt', 'x')).error).toBeNull();
    expect(await textAt('updated.txt')).toBe('x');
    expect((await papers().upload('new.txt', 'x', { upsert: true })).error).toBeNull();
  });

  test('concurrent uploads of one key leave one complete object', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => `text ${n} `.repeat(2000));
    const done = await Promise.all(texts.map((text) => papers().upload('race.txt', text, { upsert: true })));
    expect(done.every(({ error }) => error === null)).toBe(true);
    expect(texts).toContain(await textAt('race.txt'));
    const only = await Promise.all(texts.map((text) => papers().upload('race-2.txt', text)));
    expect(only.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('an upload that replaces an object during its deletion, and an update, create it; a move finds none', async () => {
    const { query } = storage().app;
    await query(`create function storage.wait() returns trigger language plpgsql
      as $$ begin perform pg_sleep(1); return old; end $$`);
    await query('create trigger wait after delete on storage.objects for each row execute function storage.wait()');
    const duringDeletion = async <T>(key: string, work: () => PromiseLike<T>): Promise<T> => {
      await papers().upload(key, 'first');
      const removing = papers().remove([key]);
      await waitFor(async () => (await query(`select from pg_stat_activity where wait_event = 'PgSleep'`))[0]);
      const outcome = await work();
      await removing;
      return outcome;
    };
    const replaced = await duringDeletion('race-3.txt', () =>
      papers().upload('race-3.txt', 'second', { upsert: true }),
    );
    expect(replaced.error).toBeNull();
    expect(await textAt('race-3.txt')).toBe('second');
    const updated = await duringDeletion('race-4.txt', () => papers().update('race-4.txt', 'second'));
    expect(updated.error).toBeNull();
    expect(await textAt('race-4.txt')).toBe('second');
    const moved = await duringDeletion('race-5.txt', () => papers().move('race-5.txt', 'race-6.txt'));
    expect(errorCodeOf(moved.error)).toBe('400 404 NoSuchKey');
    await query('drop trigger wait on storage.objects; drop function storage.wait()');
  });

  test('a list has one level with folders first, and can be sorted, searched and paged', async () => {
    for (const key of [
      'shelf/b.txt',
      'shelf/a.txt',
      'shelf/deep/x.txt',
      'shelf/deep/er/y.txt',
      'shelfish.txt',
      'shelf/C.txt',
    ]) {
      await papers().upload(key, key);
    }
    const { data } = await papers().list('shelf');
    expect(data?.map(({ name }) => name)).toEqual(['deep', 'C.txt', 'a.txt', 'b.txt']);
    expect(data?.[0]).toEqual({
      name: 'deep',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[2]).toMatchObject({
      id: expect.any(String),
      metadata: {
        size: 11,
        mimetype: 'text/plain;charset=UTF-8',
        cacheControl: 'max-age=3600',
        contentLength: 11,
        httpStatusCode: 200,
      },
    });
    const newest = await papers().list('shelf', {
      sortBy: { column: 'created_at', order: 'desc' },
      limit: 2,
      offset: 1,
    });
    expect(newest.data?.map(({ name }) => name)).toEqual(['C.txt', 'a.txt']);
    expect((await papers().list('shelf', { search: 'c' })).data?.map(({ name }) => name)).toEqual(['C.txt']);
    expect((await papers().list('shelf/deep/')).data?.map(({ name }) => name)).toEqual(['er', 'x.txt']);
    expect((await papers().list('nowhere')).data).toEqual([]);
    expect((await papers().list('shelf', { limit: 5000 })).data).toHaveLength(4);
  });

  test('an object can be moved and copied, within its bucket and to another bucket', async () => {
    await papers().upload('from.txt', 'content', { metadata: { kept: true } });
    expect((await papers().move('from.txt', 'to/there.txt')).data?.message).toBe('Successfully moved');
    expect(await textAt('to/there.txt')).toBe('content');
    expect(errorCodeOf((await papers().download('from.txt')).error)).toMatch('404 NoSuchKey');
    const copied = await papers().copy('to/there.txt', 'copy.txt', { destinationBucket: 'open' });
    expect(copied.data).toEqual({ path: 'open/copy.txt' });
    const open = storage().app.service.storage.from('open');
    expect((await open.info('copy.txt')).data?.metadata).toEqual({ kept: true });
    await papers().remove(['to/there.txt']);
    expect((await blobBytes((await open.download('copy.txt')).data)).toString()).toBe('content');
    expect((await open.move('copy.txt', 'home.txt', { destinationBucket: 'papers' })).error).toBeNull();
    expect(await textAt('home.txt')).toBe('content');
    await papers().upload('taken.txt', 'mine');
    expect(errorCodeOf((await papers().move('home.txt', 'taken.txt')).error)).toBe('400 409 KeyAlreadyExists');
    expect(errorCodeOf((await papers().copy('home.txt', 'taken.txt')).error)).toBe('400 409 KeyAlreadyExists');
    expect(errorCodeOf((await papers().move('nothing.txt', 'b.txt')).error)).toBe('400 404 NoSuchKey');
    expect(await textAt('taken.txt')).toBe('mine');
  });

  test('a copy takes cache control, type and x-metadata of the request with copyMetadata false only', async () => {
    const { ask } = storage();
    const before = { kept: true };
    await papers().upload('source.txt', 'text', { contentType: 'text/plain', cacheControl: '60', metadata: before });
    const copyWith = async (body: Record<string, unknown>, headers: Record<string, string> = {}) => {
      const places = { bucketId: 'papers', sourceKey: 'source.txt', destinationKey: 'as.txt' };
      const request = { 'Content-Type': 'application/json', 'x-upsert': 'true', ...headers };
      const answer = await ask('object/copy', {
        method: 'POST',
        body: JSON.stringify({ ...places, ...body }),
        headers: request,
      });
      if (answer.status !== 200) return answer.json() as Promise<Record<string, unknown>>;
      const { data } = await papers().info('as.txt');
      return { type: data?.contentType, cache: data?.cacheControl, metadata: data?.metadata };
    };
    const given = { cacheControl: 'max-age=5', mimetype: 'text/csv' };
    const custom = { 'x-metadata': Buffer.from(JSON.stringify({ new: 'é' })).toString('base64') };
    const same = { type: 'text/plain', cache: 'max-age=60', metadata: before };
    expect(await copyWith({ metadata: given }, custom)).toEqual(same);
    expect(await copyWith({ metadata: given, copyMetadata: true }, custom)).toEqual(same);
    const changed = { type: 'text/csv', cache: 'max-age=5' };
    expect(await copyWith({ metadata: given, copyMetadata: false })).toEqual({ ...changed, metadata: {} });
    expect(await copyWith({ copyMetadata: false }, custom)).toEqual({ ...same, metadata: { new: 'é' } });
    const form = { metadata: { mimetype: 'not a type' }, copyMetadata: false };
    expect(await copyWith(form)).toMatchObject({ statusCode: '415' });
  });

  test('the answer of info has the headers of the object', async () => {
    const { ask, app } = storage();
    await papers().upload('info.txt', 'text', { cacheControl: '60' });
    const { data } = await papers().info('info.txt');
    const { headers } = await ask('object/info/papers/info.txt');
    expect(headers.get('etag')).toBe(data?.etag);
    expect(headers.get('cache-control')).toBe('max-age=60');
    expect(new Date(headers.get('last-modified') ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
    await app.service.storage.from('open').upload('info.txt', 'text');
    const open = await fetch(`${app.url}/storage/v1/object/info/public/open/info.txt`);
    expect(open.headers.get('etag')).toMatch(/^"/);
  });

  test('status and version need no key', async () => {
    const { url } = storage().app;
    const answers = await Promise.all(['status', 'version'].map((name) => fetch(`${url}/storage/v1/${name}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[0]?.text()).toBe('');
    expect(await answers[1]?.text()).toMatch(/^\S+$/);
  });

  test('remove returns the removed objects and skips missing objects', async () => {
    await papers().upload('r/1.txt', 'x');
    await papers().upload('r/2.txt', 'x');
    const { data } = await papers().remove(['r/1.txt', 'r/2.txt', 'r/3.txt']);
    expect(data?.map(({ name }) => name).toSorted()).toEqual(['r/1.txt', 'r/2.txt']);
    expect((await papers().list('r')).data).toEqual([]);
    const many = await papers().remove(Array.from({ length: 1001 }, (_, n) => `${n}`));
    expect(errorCodeOf(many.error)).toBe('400 400 InvalidRequest');
  });

  test('exists tells whether an object exists', async () => {
    await papers().upload('here.txt', 'here');
    expect((await papers().exists('here.txt')).data).toBe(true);
    expect((await papers().exists('not-here.txt')).data).toBe(false);
  });

  test('the files of replaced and removed objects are deleted', async () => {
    const files = async () => (await storage().app.query('select count(*)::int as n from storage.objects'))[0]?.['n'];
    const { readdir } = await import('node:fs/promises');
    await papers().upload('gone.txt', 'one');
    await papers().upload('gone.txt', 'two', { upsert: true });
    await papers().remove(['gone.txt']);
    expect(await storage().countStored()).toBe(await files());
    expect(await storage().app.query('select version from backend.unsettled_versions')).toEqual([]);
    const inProcesses = await readdir(`${storage().app.dataFolder}/storage/processes`, { recursive: true });
    expect(inProcesses.filter((name) => /(incoming|unsettled)\//.test(name))).toEqual([]);
  });
}
