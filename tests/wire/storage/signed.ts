import { beforeAll, expect, test } from 'vitest';
import { type Storage, blobBytes, pngFile, errorCodeOf } from './open-storage.ts';

/** The smallest valid GIF. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

export function testSigned(storage: () => Storage): void {
  const papers = () => storage().app.service.storage.from('papers');
  beforeAll(async () => {
    await papers().upload('s/one.txt', 'one');
  });

  test('a signed URL gives any client a private object, with the signed download name', async () => {
    const { data } = await papers().createSignedUrl('s/one.txt', 60, { download: 'saved.txt' });
    const answer = await fetch(data?.signedUrl ?? '');
    expect(await answer.text()).toBe('one');
    expect(answer.headers.get('content-disposition')).toContain('saved.txt');
  });

  test('caches may keep the answer to a signed URL until the URL expires, whatever they may do with the object', async () => {
    const options = { contentType: 'image/gif', cacheControl: '31536000' };
    await papers().upload('s/kept.gif', GIF, options);
    const kept = async (transform?: { width: number }) => {
      const { data } = await papers().createSignedUrl('s/kept.gif', 60, { transform });
      const { headers } = await fetch(data?.signedUrl ?? '');
      return [
        headers.get('cache-control'),
        Date.parse(headers.get('expires') ?? '') - Date.parse(headers.get('date') ?? ''),
      ];
    };
    const aMinute = [null, expect.closeTo(60_000, -4)];
    expect([await kept(), await kept({ width: 320 })]).toEqual([aMinute, aMinute]);
  });

  test('a signed URL expires, and is valid only for reading its object', async () => {
    const short = await papers().createSignedUrl('s/one.txt', 1);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await (await fetch(short.data?.signedUrl ?? '')).json()).toMatchObject({
      code: 'InvalidJWT',
      statusCode: '400',
    });
    const link = new URL((await papers().createSignedUrl('s/one.txt', 60)).data?.signedUrl ?? '');
    const token = link.searchParams.get('token') ?? '';
    const otherObject = await fetch(link.href.replace('one.txt', 'two.txt'));
    expect(await otherObject.json()).toMatchObject({ code: 'InvalidSignature' });
    const upload = await papers().uploadToSignedUrl('s/one.txt', token, 'overwritten');
    expect(errorCodeOf(upload.error)).toBe('400 400 InvalidSignature');
    const asBearer = await storage().ask('object/papers/s/one.txt', { headers: { Authorization: `Bearer ${token}` } });
    expect(await asBearer.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
    const asToken = `object/sign/papers/s/one.txt?token=${storage().app.serviceRoleKey}`;
    expect(await (await storage().ask(asToken)).json()).toMatchObject({ code: 'InvalidJWT' });
    expect(await (await storage().ask('object/sign/papers/s/one.txt')).json()).toMatchObject({ code: 'InvalidJWT' });
  });

  test('several objects can be signed at once, and an object without access gets an error of its own', async () => {
    const { data } = await papers().createSignedUrls(['s/one.txt', 's/none.txt'], 60);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('one');
    expect(data?.[1]).toMatchObject({
      path: 's/none.txt',
      signedUrl: null,
      error: 'Either the object does not exist or you do not have access to it',
    });
    const otherUser = await storage().person.storage.from('papers').createSignedUrl('s/one.txt', 60);
    expect(errorCodeOf(otherUser.error)).toBe('400 404 NoSuchKey');
  });

  test('a signed upload needs no account and can write only its object', async () => {
    const { data } = await papers().createSignedUploadUrl('s/up.txt');
    const visitor = storage().app.anon.storage.from('papers');
    const done = await visitor.uploadToSignedUrl('s/up.txt', data?.token ?? '', new Blob(['up']));
    expect(done.data).toMatchObject({ path: 's/up.txt', fullPath: 'papers/s/up.txt' });
    expect((await blobBytes((await papers().download('s/up.txt')).data)).toString()).toBe('up');
    const again = await visitor.uploadToSignedUrl('s/up.txt', data?.token ?? '', 'again', { upsert: true });
    expect(errorCodeOf(again.error)).toBe('400 409 KeyAlreadyExists');
    const other = await visitor.uploadToSignedUrl('s/other.txt', data?.token ?? '', 'x');
    expect(errorCodeOf(other.error)).toBe('400 400 InvalidSignature');
    const read = await fetch(`${storage().app.url}/storage/v1/object/sign/papers/s/up.txt?token=${data?.token}`);
    expect(await read.json()).toMatchObject({ code: 'InvalidSignature' });
    const taken = await papers().createSignedUploadUrl('s/up.txt');
    expect(errorCodeOf(taken.error)).toBe('400 409 KeyAlreadyExists');
    const over = await papers().createSignedUploadUrl('s/up.txt', { upsert: true });
    expect((await visitor.uploadToSignedUrl('s/up.txt', over.data?.token ?? '', 'over')).error).toBeNull();
  });

  test('a signed upload requires the rights of its signer when it is used', async () => {
    const { app } = storage();
    const leaving = await app.signIn({ admin: true });
    const { data } = await leaving.storage.from('media').createSignedUploadUrl('late.png');
    const rejected = await storage().person.storage.from('media').createSignedUploadUrl('late.png');
    expect(errorCodeOf(rejected.error)).toBe('400 403 AccessDenied');
    await app.query('delete from public.admin_users where user_id = $1', [
      (await leaving.auth.getUser()).data.user?.id,
    ]);
    const late = await app.anon.storage.from('media').uploadToSignedUrl('late.png', data?.token ?? '', await pngFile());
    expect(errorCodeOf(late.error)).toBe('400 403 AccessDenied');
  });

  test('the token of a signed URL contains no personal data', async () => {
    const { data } = await storage().admin.storage.from('media').createSignedUploadUrl('private.png');
    const payload = JSON.parse(Buffer.from(data?.token.split('.')[1] ?? '', 'base64url').toString());
    expect(Object.keys(payload).toSorted()).toEqual(['exp', 'iat', 'scope', 'signer', 'upsert', 'url']);
    expect(Object.keys(payload.signer).toSorted()).toEqual(['aal', 'role', 'session_id', 'sub']);
  });
}
