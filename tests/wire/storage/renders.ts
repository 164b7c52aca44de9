import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type Storage, blobBytes, errorCodeOf, makePicture } from './open-storage.ts';

/** `isWhole`: also what is the same wherever the bytes are. */
export function testRenders(storage: () => Storage, isWhole: boolean): void {
  beforeAll(async () => {
    const jpeg = await makePicture(1000, 500).jpeg().toBuffer();
    await storage()
      .admin.storage.from('media')
      .upload('wide.jpg', new Blob([new Uint8Array(jpeg)]));
    const frames = [await makePicture(200, 100).png().toBuffer(), await makePicture(200, 100).png().toBuffer()];
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await storage()
      .admin.storage.from('media')
      .upload('moving.gif', new Blob([new Uint8Array(gif)]));
  });
  const render = (query: string, headers: Record<string, string> = {}, name = 'wide.jpg') =>
    fetch(`${storage().app.url}/storage/v1/render/image/public/media/${name}?${query}`, { headers });
  const sizeOf = async (answer: Response) => {
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return `${format} ${width}x${height}`;
  };

  test('the URL of the client returns the picture in the requested size', async () => {
    const { data } = storage()
      .app.anon.storage.from('media')
      .getPublicUrl('wide.jpg', { transform: { width: 320 } });
    const answer = await fetch(data.publicUrl);
    expect([answer.status, await sizeOf(answer)]).toEqual([200, 'jpeg 320x160']);
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  test('concurrent renders are all answered', async () => {
    const queries = Array.from(
      { length: 24 },
      (_, n) => `width=${[96, 160, 240, 480][n % 4]}&quality=${[30, 65][n % 2]}&format=webp`,
    );
    const answers = await Promise.all(queries.map((query) => render(query)));
    expect(answers.map(({ status }) => status)).toEqual(queries.map(() => 200));
  });

  test('the bytes of a file decide whether and as what it is rendered, not its declared type', async () => {
    const open = storage().app.service.storage.from('open');
    const jpeg = await makePicture(200, 100).jpeg().toBuffer();
    const avif = await makePicture(200, 100).avif().toBuffer();
    const files = {
      'jpeg-as-png': [jpeg, 'image/png', 'jpeg 96x48'],
      'jpeg-as-text': [jpeg, 'text/plain;charset=UTF-8', 'jpeg 96x48'],
      'jpeg-as-page': [jpeg, 'text/html', 'jpeg 96x48'],
      'avif-as-jpeg': [avif, 'image/jpeg', 'heif 96x48'],
    } as const;
    for (const [name, [bytes, contentType, expected]] of Object.entries(files)) {
      expect((await open.upload(name, bytes, { contentType, upsert: true })).error).toBeNull();
      const { data } = await open.download(name, { transform: { width: 96, format: 'origin' } });
      expect([name, data?.type]).toEqual([name, expected.startsWith('heif') ? 'image/avif' : 'image/jpeg']);
      const { width, height, format } = await sharp(await blobBytes(data)).metadata();
      expect([name, `${format} ${width}x${height}`]).toEqual([name, expected]);
    }
    const hostile = {
      'page-as-png': '<!doctype html><script>alert(1)</script>',
      'svg-as-png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'head-of-png': Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'),
      'empty-as-png': new Uint8Array(),
    };
    for (const [name, bytes] of Object.entries(hostile)) {
      expect((await open.upload(name, bytes, { contentType: 'image/png', upsert: true })).error).toBeNull();
      const { error } = await open.download(name, { transform: { width: 96 } });
      const code = name === 'head-of-png' ? '400 415 InvalidMimeType' : '400 400 InvalidRequest';
      expect([name, errorCodeOf(error)]).toEqual([name, code]);
    }
  });

  test('a picture that is replaced, or whose renders are removed, during a render is rendered again', async () => {
    const { app } = storage();
    const open = app.service.storage.from('open');
    const flat = (background: string) =>
      sharp({ create: { width: 6000, height: 4000, channels: 3, background } })
        .png()
        .toBuffer();
    const [red, blue] = await Promise.all([flat('#f00'), flat('#00f')]);
    const upload = async (picture: Buffer) =>
      expect((await open.upload('slow.png', picture, { upsert: true })).error).toBeNull();
    const rendered = async () => {
      const [row] = await app.query(`select version from storage.objects where name = 'slow.png'`);
      const version = String(row?.['version']);
      return existsSync(join(app.dataFolder, 'storage/rendered', version.slice(0, 2), version));
    };
    /** Resolves to whether the change came during the render: a busy machine may have rendered before it. */
    const changeDuringRender = async (before: Buffer, change: () => Promise<unknown>): Promise<boolean> => {
      await upload(before);
      let isAnswered = false;
      const rendering = open.download('slow.png', { transform: { width: 2560, format: 'origin' } }).then((answer) => {
        isAnswered = true;
        return answer;
      });
      await waitFor(rendered);
      await change();
      if (isAnswered) return false;
      const { data, error } = await rendering;
      expect(error).toBeNull();
      expect((await sharp(await blobBytes(data)).stats()).dominant).toMatchObject({ r: 8, b: 248 });
      return true;
    };
    await waitFor(() => changeDuringRender(red, () => upload(blue)));
    await waitFor(() => changeDuringRender(blue, () => open.purgeCache('slow.png')));
  });

  test('purgeCache removes the renders of a picture or a bucket, for the service key only', async () => {
    const { app } = storage();
    await render('width=480&format=webp');
    const [row] = await app.query(`select version from storage.objects where name = 'wide.jpg'`);
    const version = String(row?.['version']);
    const { stat } = await import('node:fs/promises');
    const folder = `${app.dataFolder}/storage/rendered/${version.slice(0, 2)}/${version}`;
    const isKept = () =>
      stat(folder).then(
        () => true,
        () => false,
      );
    expect(await isKept()).toBe(true);
    const byAdmin = await storage().admin.storage.from('media').purgeCache('wide.jpg');
    expect(errorCodeOf(byAdmin.error)).toBe('400 403 AccessDenied');
    expect(errorCodeOf((await storage().admin.storage.purgeBucketCache('media')).error)).toBe('400 403 AccessDenied');
    expect(await isKept()).toBe(true);
    const { storage: service } = app.service;
    expect((await service.from('media').purgeCache('wide.jpg')).data).toEqual({ message: 'success' });
    expect(await isKept()).toBe(false);
    expect((await render('width=480&format=webp')).status).toBe(200);
    expect((await service.purgeBucketCache('media', { transformations: true })).data).toEqual({ message: 'success' });
    expect(await isKept()).toBe(false);
    expect(errorCodeOf((await service.from('media').purgeCache('none.jpg')).error)).toBe('400 404 NoSuchKey');
    expect(errorCodeOf((await service.purgeBucketCache('nowhere')).error)).toBe('400 404 NoSuchBucket');
  });

  if (!isWhole) return;
  test('the format follows the Accept header or the format parameter', async () => {
    const chromium = { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };
    expect((await render('width=160', chromium)).headers.get('content-type')).toBe('image/avif');
    expect((await render('width=160', { Accept: 'image/webp,*/*' })).headers.get('content-type')).toBe('image/webp');
    expect((await render('width=160', { Accept: '*/*' })).headers.get('content-type')).toBe('image/jpeg');
    expect((await render('width=160&format=origin', chromium)).headers.get('content-type')).toBe('image/jpeg');
    expect((await render('width=160&format=webp')).headers.get('content-type')).toBe('image/webp');
    const moving = await render('width=96', chromium, 'moving.gif');
    expect((await sharp(Buffer.from(await moving.arrayBuffer()), { animated: true }).metadata()).pages).toBe(2);
  });

  test('resize covers, contains or fills, and never enlarges', async () => {
    expect(await sizeOf(await render('width=320&height=320&format=origin'))).toBe('jpeg 320x320');
    expect(await sizeOf(await render('width=320&height=320&resize=contain&format=origin'))).toBe('jpeg 320x160');
    expect(await sizeOf(await render('width=320&height=96&resize=fill&format=origin'))).toBe('jpeg 320x96');
    expect(await sizeOf(await render('width=2560&format=origin'))).toBe('jpeg 1000x500');
    expect(await sizeOf(await render('height=96&format=origin'))).toBe('jpeg 192x96');
  });

  test('sizes are rounded up to a short list, so that no client can fill the disk', async () => {
    expect(await sizeOf(await render('width=301&format=origin'))).toBe('jpeg 320x160');
    const { readdir } = await import('node:fs/promises');
    const kept = async () =>
      (await readdir(`${storage().app.dataFolder}/storage/rendered`, { recursive: true })).filter((name) =>
        name.includes('.'),
      ).length;
    const before = await kept();
    for (let width = 300; width < 320; width += 1) await render(`width=${width}&format=origin`);
    expect(await kept()).toBe(before);
  });

  test('a render has an ETag and answers 304 to a client that has it', async () => {
    const first = await render('width=240&format=webp');
    const eTag = first.headers.get('etag') ?? '';
    expect((await render('width=240&format=webp', { 'If-None-Match': eTag })).status).toBe(304);
    const other = await render('width=320&format=webp');
    expect(other.headers.get('etag')).not.toBe(eTag);
  });

  test('a render says in X-Transformations what was asked for', async () => {
    const asked = async (query: string) => (await render(query)).headers.get('x-transformations');
    expect(await asked('width=200&height=210&quality=60&format=webp')).toBe(
      'height:210,width:200,resizing_type:fill,quality:60,format:webp',
    );
    expect(await asked('width=200&resize=contain&format=origin')).toBe('width:200,resizing_type:fit');
    expect(await asked('height=96&resize=fill')).toBe('height:96,resizing_type:force');
    expect(await asked('format=origin')).toBeNull();
    const media = storage().admin.storage.from('media');
    const { data } = await media.createSignedUrl('wide.jpg', 60, { transform: { width: 160, quality: 50 } });
    expect((await fetch(data?.signedUrl ?? '')).headers.get('x-transformations')).toBe(
      'width:160,resizing_type:fill,quality:50',
    );
  });

  test('invalid parameters and files that are not pictures are rejected', async () => {
    for (const query of [
      'width=-1',
      'width=1.5',
      'width=99999',
      'quality=5',
      'resize=stretch',
      'format=svg',
      'width=x',
    ]) {
      expect([query, (await (await render(query)).json()).code]).toEqual([query, 'InvalidRequest']);
    }
    await storage().app.service.storage.from('open').upload('text.txt', 'text');
    const text = await fetch(`${storage().app.url}/storage/v1/render/image/public/open/text.txt?width=96`);
    expect(await text.json()).toMatchObject({ code: 'InvalidRequest' });
    expect((await (await render('width=96', {}, 'none.jpg')).json()).code).toBe('NoSuchKey');
  });

  test('the size of a signed render cannot be changed, and a render with a token needs no signature', async () => {
    const media = storage().admin.storage.from('media');
    const { data } = await media.createSignedUrl('wide.jpg', 60, { transform: { width: 160, format: 'origin' } });
    expect(await sizeOf(await fetch(`${data?.signedUrl}&width=960`))).toBe('jpeg 160x80');
    const own = await media.download('wide.jpg', { transform: { width: 96, format: 'origin' } });
    expect((await sharp(await blobBytes(own.data)).metadata()).width).toBe(96);
  });
}
