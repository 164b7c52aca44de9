import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';
import { type RawAnswer, sendRaw } from '../support/raw-http.ts';

let app: TestApp;
let picture: Buffer;
let tokens: { admin: string; person: string };

beforeAll(async () => {
  app = await shareTestApp();
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const admin = await app.signIn({ admin: true });
  tokens = { admin: await tokenOf(admin), person: await tokenOf(await app.signIn({ admin: false })) };
  const { error } = await admin.storage.from('media').upload('taken.png', picture, { contentType: 'image/png' });
  if (error) throw error;
});
afterAll(() => app?.stop());

async function tokenOf(client: Client): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

/** The files in the storage folder, including half-received files. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(app.dataFolder, 'storage'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
const rows = async () => (await app.query('select name from storage.objects order by name')).map(({ name }) => name);

type Upload = { token: string; key: string; headers?: string; sent?: Buffer; withinMs?: number };

/** Declares the length of a picture, sends only `sent` of it, and waits for the answer. */
function announce({ token, key, headers = '', sent = Buffer.alloc(0), withinMs }: Upload): Promise<RawAnswer> {
  const head =
    `POST /storage/v1/object/${key} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nConnection: close\r\n` +
    `Authorization: Bearer ${token}\r\nContent-Type: image/png\r\nContent-Length: ${picture.length}\r\n${headers}\r\n`;
  return sendRaw(app.url, Buffer.concat([Buffer.from(head), sent]), withinMs);
}

/** An upload without an answer within this time waits for its body. */
const NO_ANSWER_MS = 3000;

const CASES: [string, () => Upload, string, string][] = [
  ['an anonymous caller', () => ({ token: app.anonKey, key: 'media/a.png' }), '403', 'AccessDenied'],
  ['a user who is not an administrator', () => ({ token: tokens.person, key: 'media/a.png' }), '403', 'AccessDenied'],
  [
    'a user who may not replace a picture',
    () => ({ token: tokens.person, key: 'media/taken.png', headers: 'x-upsert: true\r\n' }),
    '403',
    'AccessDenied',
  ],
  ['an existing key', () => ({ token: tokens.admin, key: 'media/taken.png' }), '409', 'KeyAlreadyExists'],
  ['a missing bucket', () => ({ token: tokens.admin, key: 'none/a.png' }), '404', 'NoSuchBucket'],
];

test.each(CASES)('an upload is rejected before its body arrives: %s', async (_name, upload, statusCode, code) => {
  const [files, names] = [await storedFiles(), await rows()];
  const answer = await announce(upload());
  expect(JSON.parse(answer.body)).toMatchObject({ statusCode, code });
  const withSomeBytes = await announce({ ...upload(), sent: picture.subarray(0, 20) });
  expect(withSomeBytes.status).toBe(answer.status);
  expect(await storedFiles()).toEqual(files);
  expect(await rows()).toEqual(names);
});

test('an allowed upload is received completely before it is answered', async () => {
  const upload = { token: tokens.admin, key: 'media/mine.png' };
  await expect(announce({ ...upload, sent: picture.subarray(0, 20), withinMs: NO_ANSWER_MS })).rejects.toThrow(
    'No end of the answer',
  );
  expect(await rows()).not.toContain('mine.png');
  expect((await announce({ ...upload, sent: picture })).status).toBe(200);
  expect(await rows()).toContain('mine.png');
});

test('a signed upload URL is created only for a caller who may upload', async () => {
  const sign = async (token: string, name: string) =>
    (
      await fetch(`${app.url}/storage/v1/object/upload/sign/media/${name}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
    ).json();
  const before = await rows();
  expect(await sign(tokens.person, 'later.png')).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
  expect(await sign(tokens.admin, 'taken.png')).toMatchObject({ statusCode: '409', code: 'KeyAlreadyExists' });
  expect(await sign(tokens.admin, 'later.png')).toMatchObject({ token: expect.any(String) });
  expect(await rows()).toEqual(before);
});
