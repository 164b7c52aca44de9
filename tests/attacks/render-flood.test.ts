import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client, TestApp } from '../support/test-app.ts';
import { makePicture, pngFile } from '../wire/storage/open-storage.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

let app: TestApp;
let admin: Client;
const WIDTHS = [96, 160, 240, 320, 480, 640, 800, 960, 1280, 1600, 1920, 2560];

beforeAll(async () => {
  app = await shareTestApp();
  admin = await app.signIn({ admin: true });
});
afterAll(() => app?.stop());

const render = (name: string, query: string, address: string) =>
  fetch(`${app.url}/storage/v1/render/image/public/media/${name}?${query}`, {
    headers: { 'X-Forwarded-For': address },
  });

async function uploadNoise(name: string, width: number, height: number): Promise<void> {
  const bytes = new Uint8Array(await makePicture(width, height).jpeg().toBuffer());
  const { error } = await admin.storage.from('media').upload(name, new Blob([bytes]));
  if (error) throw error;
}

test('requests for many sizes do not fill the disk and do not evict the sizes of the site', async () => {
  await uploadNoise('asked.jpg', 30, 20);
  expect((await render('asked.jpg', 'width=96&format=webp', '198.51.100.7')).status).toBe(200);
  const usual = join(await rendersFolder(), '96x-cover-80.webp');
  const made = (await stat(usual)).ino;
  const boxes = WIDTHS.flatMap((width) => WIDTHS.map((height) => `width=${width}&height=${height}&resize=fill`));
  for (let n = 0; n < 90; n += 5) {
    const address = `203.0.113.${Math.floor(n / 20)}`;
    await Promise.all(boxes.slice(n, n + 5).map((box) => render('asked.jpg', `${box}&format=webp`, address)));
  }
  const kept = (await readdir(await rendersFolder(), { recursive: true })).filter((name) => name.endsWith('.webp'));
  expect(kept.length).toBeLessThanOrEqual(WIDTHS.length + 1 + 24);
  expect((await stat(usual)).ino).toBe(made);
});

test('one address can make few renders per minute in sizes that the site does not use', async () => {
  await uploadNoise('odd.jpg', 30, 20);
  const statuses: number[] = [];
  const sides = [96, 320, 640, 1280, 2560];
  for (const box of sides.flatMap((width) => sides.map((height) => `width=${width}&height=${height}`))) {
    for (const resize of ['cover', 'fill']) {
      const { status } = await render('odd.jpg', `${box}&resize=${resize}&format=webp`, '192.0.2.44');
      statuses.push(status);
    }
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
  expect(statuses).toContain(429);
  expect((await render('odd.jpg', 'width=320', '192.0.2.44')).status).toBe(200);
});

test('a render of a large picture has at most 8 million pixels', async () => {
  const bytes = new Uint8Array(
    await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  expect((await admin.storage.from('media').upload('vast.png', new Blob([bytes]))).error).toBeNull();
  const answer = await render('vast.png', 'format=webp', '198.51.100.9');
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect(width * height).toBeLessThanOrEqual(8e6);
  expect(width / height).toBeCloseTo(4 / 3, 2);
});

test(
  'a flood of render requests from one address does not block renders for other addresses or an upload',
  VERY_LONG,
  async () => {
    const large = [0, 1, 2, 3, 4].map((n) => `large-${n}.jpg`);
    await uploadNoise('large.jpg', 200, 150);
    for (const name of large) await admin.storage.from('media').copy('large.jpg', name);
    await uploadNoise('small.jpg', 100, 50);
    const flood = large.flatMap((name) =>
      WIDTHS.map(async (width) => {
        const answer = await render(name, `width=${width}&format=avif`, '203.0.113.9');
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    // Rejections are immediate: after the first one the queue holds its maximum for this address.
    await Promise.any(flood.map((answer) => answer.then((status) => expect(status).toBe(429))));
    const visits = [96, 160, 240].flatMap((width) =>
      ['webp', 'origin'].map((format) => render('small.jpg', `width=${width}&format=${format}`, '198.51.100.7')),
    );
    const upload = admin.storage.from('media').upload('meanwhile.png', await pngFile());
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(visits.map(() => 200));
    expect((await upload).error).toBeNull();
    expect(await Promise.all(flood)).toContain(200);
  },
);

async function rendersFolder(): Promise<string> {
  const [row] = await app.query(`select version from storage.objects where name = 'asked.jpg'`);
  const version = String(row?.['version']);
  return join(app.dataFolder, 'storage', 'rendered', version.slice(0, 2), version);
}
