import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { pngChunk } from '#backend-tests/support/png.ts';
import { errorCodeOf } from '../wire/storage/open-storage.ts';

/** Limit for small files that need much memory or time to decode, uploaded by an administrator. */
const MAX_MEMORY_MB = 250;

let app: TestApp;
let admin: Client;
let small: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn({ admin: true });
  small = await plain(64, 64).png().toBuffer();
  // Loads the decoders, so that they do not count as memory of the tests.
  const { error } = await upload('first.png', small);
  if (error) throw error;
});
afterAll(() => app?.stop());

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#a40' }, limitInputPixels: false });
const upload = (name: string, bytes: Buffer) =>
  admin.storage.from('media').upload(name, new Blob([new Uint8Array(bytes)]));

/** The small PNG with these chunks behind its header. */
function pngWith(chunks: Buffer[]): Buffer {
  const headerEnd = 33;
  return Buffer.concat([small.subarray(0, headerEnd), ...chunks, small.subarray(headerEnd)]);
}

const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes, 'a'), { level: 9 });

/** A GIF with this many frames of one pixel each. */
function gifOf(frames: number): Buffer {
  const header = Buffer.from('GIF89a\u0001\0\u0001\0\u0080\0\0\0\0\0\u00ff\u00ff\u00ff', 'latin1');
  const frame = Buffer.from('!\u00f9\u0004\u0004\n\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0', 'latin1');
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

async function memoryOfApp(line: 'VmHWM' | 'VmRSS'): Promise<number> {
  const { pid } = JSON.parse(await readFile(join(app.dataFolder, 'running.json'), 'utf8'));
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const texts = (type: 'zTXt' | 'iTXt') => {
  const before = type === 'zTXt' ? 'key\0\0' : 'key\0\u0001\0\0\0';
  const data = Buffer.concat([Buffer.from(before), packed(3_000_000)]);
  return pngWith(Array.from({ length: 1000 }, () => pngChunk(type, data)));
};
const profile = () => pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), packed(200_000_000)]));

/** Pictures of few pixels whose headers declare these dimensions. */
const HEADERS: Record<string, (width: number, height: number) => Promise<Buffer>> = {
  AVIF: async (width, height) => patched(await plain(64, 64).avif().toBuffer(), Buffer.from('ispe'), 8, width, height),
  'interlaced PNG': async (width, height) => {
    const png = await plain(64, 64).png({ progressive: true }).toBuffer();
    const header = Buffer.from(png.subarray(16, 29));
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)]);
  },
  'progressive JPEG': async (width, height) => {
    const jpeg = await plain(64, 64).jpeg({ progressive: true }).toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    return jpeg;
  },
  WebP: async (width, height) => {
    const webp = await plain(64, 64).webp({ lossless: true }).toBuffer();
    // VP8L: a signature, then width and height less one, 14 bits each.
    const at = webp.indexOf('VP8L') + 9;
    webp.writeUInt32LE(((width - 1) | ((height - 1) << 14) | (webp.readUInt32LE(at) & 0xf0000000)) >>> 0, at);
    return webp;
  },
};

function patched(bytes: Buffer, mark: Buffer, offset: number, width: number, height: number): Buffer {
  const at = bytes.indexOf(mark) + offset;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

const TEXTS: Record<string, () => Buffer> = {
  'a thousand compressed texts': () => texts('zTXt'),
  'a thousand compressed international texts': () => texts('iTXt'),
  'twenty thousand texts': () =>
    pngWith(Array.from({ length: 20_000 }, () => pngChunk('tEXt', Buffer.from('key\0text')))),
};

test.runIf(process.platform === 'linux')(
  'PNG texts that decompress to gigabytes are rejected before they are decompressed',
  async () => {
    const before = await memoryOfApp('VmRSS');
    const outcomes: [string, string][] = [];
    for (const [what, make] of Object.entries(TEXTS)) {
      outcomes.push([what, errorCodeOf((await upload('bomb', make())).error)]);
    }
    expect((await memoryOfApp('VmHWM')) - before).toBeLessThan(MAX_MEMORY_MB);
    expect(outcomes).toEqual(Object.keys(TEXTS).map((what) => [what, '400 413 EntityTooLarge']));
  },
);

test.each(Object.entries(HEADERS))(
  'a file of 30 million pixels (%s) is rejected by its header alone',
  async (_kind, make) => {
    const { error } = await upload('bomb', await make(6000, 5000));
    expect([errorCodeOf(error), error?.message]).toEqual([
      '400 413 EntityTooLarge',
      expect.stringContaining('6000 × 5000 pixels'),
    ]);
  },
);

test('a GIF of ten thousand frames is rejected, one of fifty is accepted', async () => {
  expect(errorCodeOf((await upload('bomb.gif', gifOf(10_000))).error)).toBe('400 413 EntityTooLarge');
  expect((await upload('moving.gif', gifOf(50))).error).toBeNull();
});

test.runIf(process.platform === 'linux')(
  'a colour profile that decompresses to 200 MB does not use that memory',
  async () => {
    const before = await memoryOfApp('VmRSS');
    await upload('profile.png', pngWith([profile()]));
    expect((await memoryOfApp('VmHWM')) - before).toBeLessThan(MAX_MEMORY_MB);
  },
);

test('an AVIF that is larger than its header declares is rejected', async () => {
  const large = await plain(2000, 1500).avif({ effort: 0, quality: 10 }).toBuffer();
  expect((await upload('lying.avif', patched(large, Buffer.from('ispe'), 8, 100, 100))).error).not.toBeNull();
});

test('pictures of phones and editors are accepted', async () => {
  const texted = pngWith([pngChunk('zTXt', Buffer.concat([Buffer.from('Raw profile\0\0'), packed(60_000)]))]);
  expect((await upload('texted.png', texted)).error).toBeNull();
  const phone = await plain(4032, 3024).jpeg().toBuffer();
  expect((await upload('phone.jpg', phone)).error).toBeNull();
});

test('a bomb in a bucket that accepts any type is not rendered', async () => {
  const { storage } = app.service;
  await storage.createBucket('anything', { public: true });
  const sent = await storage.from('anything').upload('bomb.png', texts('zTXt'), { contentType: 'image/png' });
  expect(sent.error).toBeNull();
  const answer = await fetch(`${app.url}/storage/v1/render/image/public/anything/bomb.png?width=96`);
  expect(await answer.json()).toMatchObject({ code: 'EntityTooLarge' });
});
