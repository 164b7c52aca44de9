import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';
import { sendRaw } from '../support/raw-http.ts';

/** The smallest valid GIF. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const DRAFT = 'picture-of-a-draft.gif';

let app: TestApp;
let person: Client;

beforeAll(async () => {
  app = await shareTestApp();
  person = await app.signIn({ admin: false });
  const admin = await app.signIn({ admin: true });
  const { error } = await admin.storage.from('media').upload(DRAFT, new Blob([GIF], { type: 'image/gif' }));
  if (error) throw error;
});
afterAll(() => app?.stop());

test('a request with only the anon key lists no objects of the bucket', async () => {
  const body = JSON.stringify({ prefix: '', limit: 1000 });
  const headers = [
    'Host: site.example',
    'Connection: close',
    `Authorization: Bearer ${app.anonKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const request = `POST /storage/v1/object/list/media HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
  const answer = await sendRaw(app.url, request);
  expect(answer.status).toBe(200);
  expect(answer.body).not.toContain(DRAFT);
});

test.each(['anonymous', 'signed in'])('a caller who is %s cannot read the names of objects', async (caller) => {
  const media = (caller === 'anonymous' ? app.anon : person).storage.from('media');
  expect((await media.list()).data).toEqual([]);
  expect((await media.list('', { search: 'picture' })).data).toEqual([]);
  expect((await media.createSignedUrls([DRAFT], 60)).data?.[0]).toMatchObject({ signedUrl: null });
  expect((await media.info(DRAFT)).error).not.toBeNull();
});

test('any client that knows the address of a picture can read it in every size, with its metadata', async () => {
  const media = app.anon.storage.from('media');
  const { publicUrl } = media.getPublicUrl(DRAFT).data;
  expect((await fetch(publicUrl)).status).toBe(200);
  expect((await fetch(publicUrl, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${app.url}/storage/v1/object/media/${DRAFT}`)).status).toBe(200);
  expect((await fetch(`${app.url}/storage/v1/object/info/public/media/${DRAFT}`)).status).toBe(200);
  const small = media.getPublicUrl(DRAFT, { transform: { width: 96 } }).data.publicUrl;
  expect((await fetch(small)).status).toBe(200);
});
