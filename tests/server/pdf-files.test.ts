import { beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client } from '../support/test-app.ts';

const app = startForTests(() => shareTestApp());
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
let admin: Client;

beforeAll(async () => {
  admin = await app.signIn({ admin: true });
});

async function upload(client: Client, name: string, bytes: Buffer, contentType: string) {
  return client.storage.from('media').upload(name, bytes, { contentType });
}
const get = (name: string) => fetch(`${app.url}/storage/v1/object/public/media/${name}`);

test('a PDF is stored unchanged, and is sent so that no browser runs it', async () => {
  // Whatever type is claimed.
  expect((await upload(admin, 'tariff.pdf', PDF, 'image/png')).error).toBeNull();
  const response = await get('tariff.pdf');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(Buffer.from(await response.arrayBuffer()).equals(PDF)).toBe(true);
  expect((await fetch(`${app.url}/storage/v1/render/image/public/media/tariff.pdf?width=320`)).ok).toBe(false);
});

test.each([
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HTML that holds a PDF', Buffer.concat([Buffer.from('<script>1</script>'), PDF])],
  ['an incomplete PDF', PDF.subarray(0, -8)],
  ['nothing', Buffer.alloc(0)],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
])('%s is no PDF, whatever it claims', async (_what, bytes) => {
  const { error } = await upload(admin, 'claimed.pdf', bytes, 'application/pdf');
  expect(error).toMatchObject({ statusCode: '415' });
  expect((await get('claimed.pdf')).ok).toBe(false);
});

test('a PDF is limited in size, and only administrators upload one', async () => {
  const large = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(10 * 1024 * 1024), PDF]);
  expect((await upload(admin, 'large.pdf', large, 'application/pdf')).error).toMatchObject({ statusCode: '413' });
  for (const client of [app.anon, await app.signIn({ admin: false })])
    expect((await upload(client, 'others.pdf', PDF, 'application/pdf')).error).toMatchObject({ statusCode: '403' });
});

test('pictures of the bucket are encoded again as before', async () => {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const withTail = Buffer.concat([picture, PDF]);
  expect((await upload(admin, 'red.png', withTail, 'application/pdf')).error).toBeNull();
  const stored = await get('red.png');
  expect(stored.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await stored.arrayBuffer()).includes('%PDF-')).toBe(false);
});
