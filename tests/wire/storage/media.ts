import { expect, test } from 'vitest';
import sharp from 'sharp';
import { MAX_PICTURE_BYTES, PDF_TYPE, PICTURE_TYPES } from '#contract/pictures.ts';
import { type Storage, blobBytes, makePicture, pngFile, errorCodeOf } from './open-storage.ts';

export function testMedia(storage: () => Storage): void {
  const media = () => storage().admin.storage.from('media');
  const send = (name: string, bytes: Uint8Array | string, type: string) =>
    media().upload(name, new Blob([bytes as BlobPart], { type }));
  const stored = async (name: string) => blobBytes((await media().download(name)).data);

  test('the bucket is public and has the limits and types of the contract', async () => {
    const { data } = await storage().app.service.storage.getBucket('media');
    expect(data).toMatchObject({
      public: true,
      file_size_limit: MAX_PICTURE_BYTES,
      allowed_mime_types: [...PICTURE_TYPES, PDF_TYPE],
    });
  });

  test('each picture keeps its format, and is stored upright and without metadata', async () => {
    const picture = () => makePicture(80, 50);
    const turned = await picture()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'A. Person' }, IFD3: { GPSLatitude: '26/1' } })
      .jpeg()
      .toBuffer();
    expect((await send('turned.jpg', turned, 'image/jpeg')).error).toBeNull();
    const upright = await stored('turned.jpg');
    expect(await sharp(upright).metadata()).toMatchObject({ format: 'jpeg', width: 50, height: 80 });
    expect((await sharp(upright).metadata()).exif).toBeUndefined();
    expect(upright.includes('A. Person')).toBe(false);
    for (const format of ['png', 'webp', 'gif', 'avif'] as const) {
      const file = await picture().toFormat(format).toBuffer();
      expect((await send(`kind.${format}`, file, `image/${format}`)).error).toBeNull();
      expect((await media().info(`kind.${format}`)).data).toMatchObject({ contentType: `image/${format}` });
    }
  });

  test('an animated picture stays animated', async () => {
    const frames = [await makePicture(20, 20).png().toBuffer(), await makePicture(20, 20).png().toBuffer()];
    for (const format of ['gif', 'webp'] as const) {
      const file = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      expect((await send(`moves.${format}`, file, `image/${format}`)).error).toBeNull();
      expect((await sharp(await stored(`moves.${format}`), { animated: true }).metadata()).pages).toBe(2);
    }
  });

  test('the content of a file decides its type, not its name or declared type', async () => {
    const jpeg = await makePicture(30, 30).jpeg().toBuffer();
    expect((await send('really-a-jpeg.png', jpeg, 'image/png')).error).toBeNull();
    expect((await media().info('really-a-jpeg.png')).data?.contentType).toBe('image/jpeg');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const hostile = {
      'page.png': ['<!doctype html><script>alert(1)</script>', 'image/png'],
      'drawing.svg': [svg, 'image/svg+xml'],
      'drawing.png': [svg, 'image/png'],
      'empty.png': ['', 'image/png'],
      'scan.png': [await makePicture(9, 9).tiff().toBuffer(), 'image/png'],
    } as const;
    for (const [name, [bytes, type]] of Object.entries(hostile)) {
      const { error } = await send(name, bytes, type);
      expect([name, errorCodeOf(error)]).toEqual([name, '400 415 InvalidMimeType']);
      expect(error?.message).toMatch('JPEG, PNG, WebP, GIF or AVIF');
    }
    const raw = await media().upload('raw.png', svg, { contentType: 'image/png' });
    expect(errorCodeOf(raw.error)).toBe('400 415 InvalidMimeType');
  });

  test('only the picture of a polyglot file is stored', async () => {
    // A single colour, because the bytes of a random picture may contain `PK` by chance.
    const gif = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#345' } })
      .gif()
      .toBuffer();
    expect(gif.includes('PK')).toBe(false);
    const polyglot = Buffer.concat([gif, Buffer.from('<script>alert("poly")</script>PK\u0003\u0004')]);
    expect((await send('poly.gif', polyglot, 'image/gif')).error).toBeNull();
    const kept = await stored('poly.gif');
    expect(kept.includes('<script>')).toBe(false);
    expect(kept.includes('PK')).toBe(false);
  });

  test('a damaged picture, a file over the size limit and a picture of too many pixels are rejected with their reasons', async () => {
    const jpeg = await makePicture(200, 200).jpeg().toBuffer();
    const broken = await send('broken.jpg', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg');
    expect(errorCodeOf(broken.error)).toBe('400 400 InvalidRequest');
    expect(broken.error?.message).toMatch('damaged or incomplete');
    const huge = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(huge.length).toBeLessThan(2_000_000);
    const bomb = await send('bomb.png', huge, 'image/png');
    expect(errorCodeOf(bomb.error)).toBe('400 413 EntityTooLarge');
    expect(bomb.error?.message).toMatch('12000 × 12000 pixels');
    for (const body of [new Blob([new Uint8Array(11_000_000)]), new Uint8Array(11_000_000)]) {
      const large = await media().upload('large.png', body, { contentType: 'image/png' });
      expect(errorCodeOf(large.error)).toBe('400 413 EntityTooLarge');
      expect(large.error?.message).toBe('The object exceeded the maximum allowed size');
    }
    expect((await media().list('', { search: 'b' })).data?.filter(({ name }) => /broken|bomb/.test(name))).toEqual([]);
  });

  test('move and copy cannot bring an unchecked file into the bucket', async () => {
    const { storage: service } = storage().app.service;
    await service.from('papers').upload('slip.png', new Blob(['<html>'], { type: 'image/png' }));
    await service.from('papers').upload('slip.html', new Blob(['<html>'], { type: 'text/html' }));
    for (const name of ['slip.png', 'slip.html']) {
      const to = { destinationBucket: 'media' };
      expect(errorCodeOf((await service.from('papers').copy(name, name, to)).error)).toBe('400 415 InvalidMimeType');
      expect(errorCodeOf((await service.from('papers').move(name, name, to)).error)).toBe('400 415 InvalidMimeType');
    }
  });

  test('a copy of a picture keeps the type of its bytes', async () => {
    await media().upload('typed.png', await pngFile(), { contentType: 'image/png' });
    const copyAs = (mimetype: string) =>
      storage().ask('object/copy', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-upsert': 'true' },
        body: JSON.stringify({
          bucketId: 'media',
          sourceKey: 'typed.png',
          destinationKey: 'copied.png',
          copyMetadata: false,
          metadata: { mimetype },
        }),
      });
    expect(await (await copyAs('image/jpeg')).json()).toMatchObject({ statusCode: '415' });
    expect((await copyAs('image/png')).status).toBe(200);
  });

  test('a picture of 9 MB is accepted', async () => {
    const file = await makePicture(1900, 1600).png({ compressionLevel: 0 }).toBuffer();
    expect(file.length).toBeGreaterThan(9_000_000);
    expect((await send('nine.png', file, 'image/png')).error).toBeNull();
    expect((await pngFile()).size).toBeGreaterThan(0);
  });
}
