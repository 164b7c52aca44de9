import { expect, test } from 'vitest';
import type { Client } from '../../support/test-app.ts';
import { type ResumableTarget, askResumable, bearer, beginning, pieceAt } from '../../support/resumable.ts';
import { randomAddress } from '../../support/random-address.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type Storage, isArriving, makePicture } from './open-storage.ts';

/** `isWhole`: also what is the same wherever the bytes are. */
export function testResumableAttacks(storage: () => Storage, isWhole: boolean): void {
  const endpoint = () => `${storage().app.url}/storage/v1/upload/resumable`;
  const service = () => bearer(storage().app.serviceRoleKey);
  const headersOf = async (client: Client) => bearer((await client.auth.getSession()).data.session?.access_token ?? '');
  const create = (headers: Record<string, string>, target: ResumableTarget, length: number | string) =>
    askResumable(endpoint(), 'POST', { ...headers, ...beginning(target, length) });
  const begin = async (headers: Record<string, string>, target: ResumableTarget, length: number) =>
    new URL((await create(headers, target, length)).headers.get('location') ?? '', storage().app.url).href;
  const send = (upload: string, headers: Record<string, string>, offset: number | string, body: BodyInit) =>
    askResumable(upload, 'PATCH', { ...headers, ...pieceAt(offset) }, body);
  const offsetOf = async (upload: string) =>
    (await askResumable(upload, 'HEAD', service())).headers.get('upload-offset');
  const said = async (answer: Response) => `${answer.status} ${(await answer.text()).trim()}`;
  const exists = async (key: string) => (await storage().app.service.storage.from('papers').exists(key)).data;

  /** A bucket where every signed-in person may write. */
  const openSharedBucket = async () => {
    const { app } = storage();
    await app.query(`insert into storage.buckets (id, name) values ('shared', 'shared') on conflict do nothing`);
    await app.query('drop policy if exists "people write" on storage.objects');
    await app.query(
      `create policy "people write" on storage.objects for all to authenticated
         using (bucket_id = 'shared') with check (bucket_id = 'shared')`,
    );
  };

  test('the URL of an upload is of no use to another user, a visitor or another key', async () => {
    await openSharedBucket();
    const owner = await headersOf(storage().person);
    const upload = await begin(owner, { bucket: 'shared', key: 'mine.txt' }, 10);
    expect((await send(upload, owner, 0, '01234')).status).toBe(204);
    const others = { admin: await headersOf(storage().admin), service: service(), anon: bearer(storage().app.anonKey) };
    for (const [name, headers] of Object.entries(others)) {
      expect([name, (await askResumable(upload, 'HEAD', headers)).status]).toEqual([name, 404]);
      expect([name, (await send(upload, headers, 5, '56789')).status]).toEqual([name, 404]);
      expect([name, (await askResumable(upload, 'DELETE', headers)).status]).toEqual([name, 404]);
    }
    const bare = await askResumable(upload, 'HEAD', {});
    expect(bare.status).toBe(400);
    const signed = upload.replace('/resumable/', '/resumable/sign/');
    const { data } = await storage().app.service.storage.from('papers').createSignedUploadUrl('mine.txt');
    expect((await send(signed, { 'x-signature': data?.token ?? '' }, 5, '56789')).status).toBe(400);
    expect((await send(upload, owner, 5, '56789')).status).toBe(204);
  });

  test('an upload cannot be continued after its right was withdrawn, nor begun without one', async () => {
    const { app, person } = storage();
    expect(await said(await create(await headersOf(person), { bucket: 'papers', key: 'no.txt' }, 4))).toMatch(
      /^403 .*row-level security/,
    );
    const leaving = await app.signIn({ admin: true });
    const headers = await headersOf(leaving);
    const png = new Uint8Array(await makePicture(20, 20).png().toBuffer());
    const upload = await begin(headers, { bucket: 'media', key: 'leaving.png' }, png.length);
    expect((await send(upload, headers, 0, png.subarray(0, 100))).status).toBe(204);
    const { data } = await leaving.auth.getUser();
    await app.query('delete from public.admin_users where user_id = $1', [data.user?.id]);
    for (const end of [150, png.length]) {
      expect(await said(await send(upload, headers, 100, png.subarray(100, end)))).toMatch(/^403 /);
    }
    expect((await askResumable(upload, 'HEAD', headers)).headers.get('upload-offset')).toBe('100');
    expect(await app.query(`select from storage.objects where name = 'leaving.png'`)).toEqual([]);
  });

  test('a right that is withdrawn while the last bytes arrive is missing when the object is written', async () => {
    const { app } = storage();
    await openSharedBucket();
    const headers = await headersOf(storage().person);
    const upload = await begin(headers, { bucket: 'shared', key: 'late.txt' }, 10);
    const { body, finish } = slowBody('01234');
    const answer = send(upload, headers, 0, body);
    await waitFor(() => isArriving(storage(), 5));
    await app.query('drop policy "people write" on storage.objects');
    finish('56789');
    expect((await answer).status).toBe(403);
    expect((await askResumable(upload, 'HEAD', headers)).headers.get('upload-offset')).toBe('0');
  });

  test('an offset that does not match is rejected, also when it changes while bytes arrive', async () => {
    const upload = await begin(service(), { bucket: 'papers', key: 'offsets.txt' }, 10);
    for (const offset of [1, 10, 99]) expect((await send(upload, service(), offset, '0')).status).toBe(409);
    for (const offset of ['-1', '1e0', 'x', '0.5']) {
      expect([offset, (await send(upload, service(), offset, '0')).status]).toEqual([offset, 400]);
    }
    const { body, finish } = slowBody('012');
    const answer = send(upload, service(), 0, body);
    await waitFor(() => isArriving(storage(), 3));
    // Another process has stored a piece.
    await storage().app.query(`update backend.resumable_uploads set received = 4 where key = 'offsets.txt'`);
    const before = await storage().countStored();
    finish('34');
    expect((await answer).status).toBe(409);
    expect(await storage().countStored()).toBe(before);
    const parts = await storage().app.query(
      `select from backend.upload_parts p join backend.resumable_uploads u on u.id = p.upload where u.key = 'offsets.txt'`,
    );
    expect(parts).toEqual([]);
  });

  test('two requests with the same bytes store them once', async () => {
    const upload = await begin(service(), { bucket: 'papers', key: 'twice.txt' }, 10);
    const answers = await Promise.all([1, 2, 3].map(() => send(upload, service(), 0, '0123456789')));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409', '409']);
    const { data } = await storage().app.service.storage.from('papers').download('twice.txt');
    expect(await data?.text()).toBe('0123456789');
  });

  test('no upload may be longer than its bucket allows, nor than it said', async () => {
    const target = { bucket: 'papers', key: 'long.txt' };
    for (const length of [1_000_001, 60_000_000_000]) {
      expect((await create(service(), target, length)).status).toBe(413);
    }
    for (const length of ['-1', 'x', '1.5']) expect((await create(service(), target, length)).status).toBe(400);
    const upload = await begin(service(), target, 10);
    expect((await send(upload, service(), 0, '0123456789 and more')).status).toBe(413);
    const { body, finish } = slowBody('0123456789');
    finish(' and more');
    expect((await send(upload, service(), 0, body)).status).toBe(413);
    expect(await exists('long.txt')).toBe(false);
  });

  test('the size, the type and the key are checked again when the last bytes arrive', async () => {
    const { app } = storage();
    const { storage: buckets } = app.service;
    await buckets.createBucket('changing', { public: false });
    const complete = async (key: string, change: () => Promise<unknown>) => {
      const upload = await begin(service(), { bucket: 'changing', key, type: 'text/plain' }, 10);
      expect((await send(upload, service(), 0, '01234')).status).toBe(204);
      await change();
      const { status } = await send(upload, service(), 5, '56789');
      return [status, await offsetOf(upload)];
    };
    expect(await complete('taken', () => buckets.from('changing').upload('taken', 'x'))).toEqual([409, '5']);
    expect(
      await complete('large', () => buckets.updateBucket('changing', { public: false, fileSizeLimit: 9 })),
    ).toEqual([413, '5']);
    const onlyZip = { public: false, fileSizeLimit: null, allowedMimeTypes: ['application/zip'] };
    await buckets.updateBucket('changing', { public: false, fileSizeLimit: null });
    expect(await complete('typed', () => buckets.updateBucket('changing', onlyZip))).toEqual([415, '5']);
    expect((await buckets.from('changing').list()).data?.map(({ name }) => name)).toEqual(['taken']);
  });

  test('a declared type that is not allowed is rejected at once, and one that is not true at the end', async () => {
    const { app } = storage();
    await app.service.storage.createBucket('notes', { public: false, allowedMimeTypes: ['text/*'] });
    const zip = await create(service(), { bucket: 'notes', key: 'a', type: 'application/zip' }, 4);
    expect(await said(zip)).toBe('415 mime type application/zip is not supported');
    const broken = await create(service(), { bucket: 'papers', key: 'a', type: 'text/html\r\nX: y' }, 4);
    expect(broken.status).toBe(415);
    const page = '<!doctype html><script>alert(1)</script>';
    const upload = await begin(
      await headersOf(storage().admin),
      { bucket: 'media', key: 'p.png', type: 'image/png' },
      page.length,
    );
    const answer = await send(upload, await headersOf(storage().admin), 0, page);
    expect(await said(answer)).toMatch(/^415 .*JPEG, PNG, WebP, GIF or AVIF/);
    expect(await app.query(`select from storage.objects where name = 'p.png'`)).toEqual([]);
  });

  test('no bucket, key or upload id leads out of the storage folder', async () => {
    for (const key of ['', 'a~b', 'a\u0000b', 'é', 'x'.repeat(1025)]) {
      expect([key, (await create(service(), { bucket: 'papers', key }, 1)).status]).toEqual([key, 400]);
    }
    for (const bucket of ['', 'nowhere', 'papers/../media', '../papers']) {
      expect([bucket, (await create(service(), { bucket, key: 'a' }, 1)).status]).toEqual([bucket, 404]);
    }
    const dots = await begin(service(), { bucket: 'papers', key: '../../../up.txt' }, 2);
    expect((await send(dots, service(), 0, 'up')).status).toBe(204);
    const { dataFolder } = storage().app;
    const { readdir } = await import('node:fs/promises');
    expect((await readdir(dataFolder, { recursive: true })).filter((name) => name.includes('up.txt'))).toEqual([]);
    for (const id of ['..%2f..%2fsecrets.json', 'x', '%00', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`]) {
      expect([id, (await askResumable(`${endpoint()}/${id}`, 'HEAD', service())).status]).toEqual([id, 404]);
    }
  });

  test('requests that are not of the protocol are rejected', async () => {
    const upload = await begin(service(), { bucket: 'papers', key: 'protocol.txt' }, 4);
    const bare = await fetch(upload, { method: 'PATCH', headers: { ...service(), ...pieceAt(0) }, body: 'text' });
    expect(bare.status).toBe(412);
    const untyped = { ...service(), 'Upload-Offset': '0', 'Content-Type': 'text/plain' };
    expect((await askResumable(upload, 'PATCH', untyped, 'text')).status).toBe(400);
    const concat = { ...service(), ...beginning({ bucket: 'papers', key: 'c' }, 1), 'Upload-Concat': 'partial' };
    expect((await askResumable(endpoint(), 'POST', concat)).status).toBe(501);
    const deferred = { ...service(), 'Upload-Defer-Length': '1', 'Upload-Metadata': 'bucketName cGFwZXJz' };
    expect((await askResumable(endpoint(), 'POST', deferred)).status).toBe(501);
    const header = { ...service(), 'Upload-Length': '1', 'Upload-Metadata': '__proto__ eA==' };
    expect((await askResumable(endpoint(), 'POST', header)).status).toBe(400);
    expect(await offsetOf(upload)).toBe('0');
  });

  test('an upload may come in 500 pieces at most', async () => {
    const upload = await begin(service(), { bucket: 'papers', key: 'crumbs.txt' }, 1000);
    await storage().app.query(`update backend.resumable_uploads set parts = 499 where key = 'crumbs.txt'`);
    expect((await send(upload, service(), 0, '0')).status).toBe(204);
    expect(await said(await send(upload, service(), 1, '1'))).toBe('400 The upload came in too many pieces');
  });

  if (!isWhole) return;
  test('one address may begin 120 uploads in a minute', async () => {
    const headers = { ...service(), 'X-Forwarded-For': randomAddress() };
    const answers: number[] = [];
    for (let n = 0; n < 122; n += 1) {
      answers.push((await create(headers, { bucket: 'papers', key: 'flood.txt' }, 1)).status);
    }
    expect(answers.filter((status) => status === 201)).toHaveLength(120);
    expect(answers.at(-1)).toBe(429);
    expect((await create(service(), { bucket: 'papers', key: 'calm.txt' }, 1)).status).toBe(201);
  });
}

/** A body whose first bytes are sent at once, and the rest by `finish`. */
function slowBody(first: string): { body: ReadableStream<Uint8Array>; finish: (rest: string) => void } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.write(Buffer.from(first)).catch(() => {});
  const finish = (rest: string) => {
    writer.write(Buffer.from(rest)).catch(() => {});
    writer.close().catch(() => {});
  };
  return { body: readable, finish };
}
