import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Upload } from 'tus-js-client';
import { askResumable, bearer, beginning, pieceAt, uploadByTus } from '../../support/resumable.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type Storage, blobBytes, isArriving, makePicture } from './open-storage.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

export function testResumable(storage: () => Storage): void {
  const papers = () => storage().app.service.storage.from('papers');
  const stored = async (key: string) => blobBytes((await papers().download(key)).data);
  const url = () => storage().app.url;
  const service = () => bearer(storage().app.serviceRoleKey);
  const begin = async (key: string, length: number) => {
    const headers = { ...service(), ...beginning({ bucket: 'papers', key }, length) };
    const answer = await askResumable(`${url()}/storage/v1/upload/resumable`, 'POST', headers);
    expect(answer.status).toBe(201);
    return new URL(answer.headers.get('location') ?? '', url()).href;
  };
  const send = (upload: string, offset: number, body: BodyInit) =>
    askResumable(upload, 'PATCH', { ...service(), ...pieceAt(offset) }, body);
  const offsetOf = async (upload: string) =>
    Number((await askResumable(upload, 'HEAD', service())).headers.get('upload-offset'));
  /** Marks of versions that are not settled yet. */
  const countMarks = async () =>
    Number((await storage().app.query('select count(*) from backend.unsettled_versions'))[0]?.['count']);
  /** As many versions have bytes as have a row, and none has a mark. */
  const expectNothingLeft = async () => {
    const [row] = await storage().app.query(
      'select (select count(*) from storage.objects) + (select count(*) from backend.upload_parts) as versions',
    );
    expect({ stored: await storage().countStored(), marks: await countMarks() }).toEqual({
      stored: Number(row?.['versions']),
      marks: 0,
    });
  };

  test('tus-js-client uploads a file in pieces, with its type and metadata', async () => {
    const bytes = randomBytes(200_000);
    const target = { bucket: 'papers', key: 'tus/pieces.bin', type: 'application/x-test', metadata: { a: 'é' } };
    const pieces: number[] = [];
    await uploadByTus(url(), bytes, target, {
      headers: service(),
      onChunkComplete: (size) => pieces.push(size),
    });
    expect(pieces).toEqual([65_536, 65_536, 65_536, 3392]);
    expect(await stored('tus/pieces.bin')).toEqual(bytes);
    expect((await papers().info('tus/pieces.bin')).data).toMatchObject({
      size: 200_000,
      contentType: 'application/x-test',
      cacheControl: 'max-age=3600',
      metadata: { a: 'é' },
    });
    expect(await storage().app.query('select * from backend.upload_parts')).toEqual([]);
    await expectNothingLeft();
  });

  test('an upload in one request, with its creation, and of an empty file is complete', async () => {
    const bytes = randomBytes(30_000);
    const whole = { headers: service(), chunkSize: Infinity };
    await uploadByTus(url(), bytes, { bucket: 'papers', key: 'tus/one.bin' }, whole);
    const withData = { ...whole, uploadDataDuringCreation: true };
    await uploadByTus(url(), bytes, { bucket: 'papers', key: 'tus/creation.bin' }, withData);
    await uploadByTus(url(), Buffer.alloc(0), { bucket: 'papers', key: 'tus/empty.bin' }, whole);
    expect(await stored('tus/one.bin')).toEqual(bytes);
    expect(await stored('tus/creation.bin')).toEqual(bytes);
    expect((await stored('tus/empty.bin')).length).toBe(0);
    await expectNothingLeft();
  });

  // The site is killed and started.
  test('an aborted upload continues where it stopped, also after the app was killed', LONG, async () => {
    const bytes = randomBytes(200_000);
    const target = { bucket: 'papers', key: 'tus/aborted.bin' };
    const started = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(bytes, {
        endpoint: `${url()}/storage/v1/upload/resumable`,
        metadata: { bucketName: target.bucket, objectName: target.key },
        headers: service(),
        chunkSize: 64 * 1024,
        retryDelays: null,
        onError: reject,
        onChunkComplete: () => void upload.abort().then(() => resolve(upload.url ?? '')),
      });
      upload.start();
    });
    await storage().app.restart('kill');
    expect(await offsetOf(started)).toBe(65_536);
    const pieces: number[] = [];
    await uploadByTus(url(), bytes, target, {
      headers: service(),
      uploadUrl: started,
      onChunkComplete: (size) => pieces.push(size),
    });
    expect(pieces).toEqual([65_536, 65_536, 3392]);
    expect(await stored(target.key)).toEqual(bytes);
    await expectNothingLeft();
  });

  test('the bytes that arrived before a connection broke are kept', async () => {
    const upload = await begin('tus/broken.txt', 10);
    const half = httpRequest(upload, {
      method: 'PATCH',
      headers: { ...service(), ...pieceAt(0), 'Tus-Resumable': '1.0.0', 'Content-Length': '10' },
    });
    half.on('error', () => {});
    half.write('01234');
    await waitFor(() => isArriving(storage(), 5));
    half.destroy();
    await waitFor(async () => (await offsetOf(upload)) === 5);
    expect((await send(upload, 5, '56789')).status).toBe(204);
    expect((await stored('tus/broken.txt')).toString()).toBe('0123456789');
  });

  test('a new request ends one whose connection is still open, and what that sent is kept', async () => {
    const upload = await begin('tus/open.txt', 10);
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const first = send(upload, 0, body.readable).catch(() => null);
    void writer.write(Buffer.from('01234')).catch(() => {});
    await waitFor(() => isArriving(storage(), 5));
    await waitFor(async () => (await offsetOf(upload)) === 5);
    writer.abort().catch(() => {});
    await first;
    expect((await send(upload, 5, '56789')).status).toBe(204);
    expect((await stored('tus/open.txt')).toString()).toBe('0123456789');
  });

  test('a completed upload still answers its offset to a client that has missed the last answer', async () => {
    const upload = await begin('tus/missed.txt', 4);
    expect((await send(upload, 0, 'text')).status).toBe(204);
    const head = await askResumable(upload, 'HEAD', service());
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      '4',
      '4',
    ]);
    expect((await send(upload, 4, '')).status).toBe(204);
    expect((await askResumable(upload, 'DELETE', service())).status).toBe(400);
    expect((await stored('tus/missed.txt')).toString()).toBe('text');
  });

  test('a given up upload is removed with its bytes', async () => {
    const upload = await begin('tus/given-up.txt', 10);
    expect((await send(upload, 0, '01234')).status).toBe(204);
    await Upload.terminate(upload, { headers: service() });
    expect((await askResumable(upload, 'HEAD', service())).status).toBe(404);
    expect((await papers().exists('tus/given-up.txt')).data).toBe(false);
    await expectNothingLeft();
  });

  test('an unfinished upload can be continued for a day, and is then removed with its bytes', async () => {
    const upload = await begin('tus/old.txt', 10);
    const answer = await send(upload, 0, '01234');
    expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const { app } = storage();
    const age = (hours: number) =>
      app.query(`update backend.resumable_uploads set created_at = now() - make_interval(hours => $1) where key = $2`, [
        hours,
        'tus/old.txt',
      ]);
    await age(23);
    expect(await offsetOf(upload)).toBe(5);
    await age(25);
    expect((await askResumable(upload, 'HEAD', service())).status).toBe(410);
    expect((await send(upload, 5, '56789')).status).toBe(410);
    await app.restart('stop');
    await waitFor(async () => (await askResumable(upload, 'HEAD', service())).status === 404);
    await waitFor(async () => (await countMarks()) === 0);
    await expectNothingLeft();
  });

  test('a picture is encoded again, and replaces another with x-upsert', async () => {
    const token = (await storage().admin.auth.getSession()).data.session?.access_token ?? '';
    const png = await makePicture(80, 50)
      .withExif({ IFD0: { Copyright: 'A. Person' } })
      .png()
      .toBuffer();
    const target = { bucket: 'media', key: 'tus.png', type: 'text/html' };
    await uploadByTus(url(), png, target, { headers: bearer(token), chunkSize: 5000 });
    const again = uploadByTus(url(), png, target, { headers: bearer(token) });
    await expect(again).rejects.toThrow(/409.*already exists/);
    await uploadByTus(url(), png, target, { headers: { ...bearer(token), 'x-upsert': 'true' } });
    const { data } = await storage().admin.storage.from('media').download('tus.png');
    const kept = await blobBytes(data);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 80, height: 50 });
    expect(kept.includes('A. Person')).toBe(false);
    expect((await storage().admin.storage.from('media').info('tus.png')).data?.contentType).toBe('image/png');
    await expectNothingLeft();
  });

  test('a signed upload may be resumable, for its object only', async () => {
    const { data } = await papers().createSignedUploadUrl('tus/signed.txt');
    const endpoint = `${url()}/storage/v1/upload/resumable/sign`;
    const options = { endpoint, headers: { 'x-signature': data?.token ?? '' }, chunkSize: 4 };
    const upload = await uploadByTus(
      url(),
      Buffer.from('0123456789'),
      { bucket: 'papers', key: 'tus/signed.txt' },
      options,
    );
    expect(upload).toContain('/upload/resumable/sign/');
    expect((await stored('tus/signed.txt')).toString()).toBe('0123456789');
    const other = uploadByTus(url(), Buffer.from('x'), { bucket: 'papers', key: 'tus/other.txt' }, options);
    await expect(other).rejects.toThrow(/400.*Invalid signature/);
    const none = { ...options, headers: {} };
    await expect(uploadByTus(url(), Buffer.from('x'), { bucket: 'papers', key: 'tus/none.txt' }, none)).rejects.toThrow(
      /400.*Invalid JWT/,
    );
  });

  test('browsers may send the headers of the protocol and read its answers', async () => {
    const answer = await fetch(`${url()}/storage/v1/upload/resumable`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'PATCH' },
    });
    expect(answer.headers.get('access-control-allow-headers')).toContain('upload-offset');
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
    expect(answer.headers.get('tus-extension')).toContain('creation');
    const head = await askResumable(await begin('tus/cors.txt', 1), 'HEAD', {
      ...service(),
      Origin: 'https://a.example',
    });
    expect(head.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
    expect(head.headers.get('access-control-allow-origin')).toBe('*');
  });
}
