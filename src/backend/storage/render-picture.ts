import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { addressKey } from '../http/client-address.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Bytes } from './bytes.ts';
import { StorageFault } from './errors.ts';
import { MAX_KEPT_RENDERS, RENDERS_PER_MINUTE } from './limits.ts';
import { atThePictureDesk, openPicture } from './pictures.ts';
import { type PictureFormat, formatOf } from './picture-types.ts';
import { type RenderWish, nameOfWish } from './render-wish.ts';

/**
 * The file of a version rendered as wished, made now or kept from before; `address` is who asks.
 * Throws StorageFault `SlowDown` where too much is asked at once, RequestFault for one address that asks too much.
 */
export type Renderer = (picture: RenderedPicture, wish: RenderWish, address: string) => Promise<string>;
export type RenderedPicture = { version: string; format: PictureFormat };

const ENCODERS: Record<PictureFormat, (picture: Sharp, quality: number) => Sharp> = {
  jpeg: (picture, quality) => picture.jpeg({ quality, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  webp: (picture, quality) => picture.webp({ quality }),
  gif: (picture) => picture.gif(),
  // AVIF says the same with less: its 60 looks like the 80 of the others. A higher effort takes seconds and saves little.
  avif: (picture, quality) => picture.avif({ quality: Math.round(quality * 0.75), effort: 3 }),
};

/** Opens the workshop over the files of `bytes`. Visitors who wish the same at the same time wait for the same render. */
export function openRenderer(bytes: Bytes): Renderer {
  const limit = createRateLimit({ points: RENDERS_PER_MINUTE, seconds: 60 });
  const underWay = new Map<string, Promise<void>>();
  return async (picture, wish, address) => {
    const file = join(bytes.rendersOf(picture.version), nameOfWish(wish));
    if (await isThere(file)) return file;
    await limit.take(addressKey(address));
    let making = underWay.get(file);
    if (!making) {
      making = makeRender(bytes, picture, wish, file).finally(() => underWay.delete(file));
      underWay.set(file, making);
    }
    await making;
    return file;
  };
}

async function makeRender(
  bytes: Bytes,
  { version, format }: RenderedPicture,
  wish: RenderWish,
  file: string,
): Promise<void> {
  const unfinished = await bytes.incoming();
  try {
    await atThePictureDesk(async () => {
      const { width, height, resize } = wish;
      const resized = openPicture(bytes.fileOf(version), format).resize({
        width: width ?? undefined,
        height: height ?? undefined,
        fit: resize === 'contain' ? 'inside' : resize,
        withoutEnlargement: true,
      });
      await ENCODERS[wish.format](resized, wish.quality).timeout({ seconds: 30 }).toFile(unfinished);
    });
    await makeSpace(bytes.rendersOf(version));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof StorageFault) throw error;
    throw (await isThere(bytes.fileOf(version)))
      ? new StorageFault('InvalidRequest', 'The picture cannot be rendered', error)
      : new StorageFault('NoSuchKey');
  }
}

/** Starting over is simpler than choosing, and happens to nobody who shows pictures in a few sizes. */
async function makeSpace(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = await readdir(folder);
  if (kept.length < MAX_KEPT_RENDERS) return;
  for (const name of kept) await rm(join(folder, name), { force: true });
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** The kind of a stored picture; throws StorageFault `InvalidRequest` for anything that is none. */
export function requirePicture(mimetype: string): PictureFormat {
  const format = formatOf(mimetype);
  if (!format) throw new StorageFault('InvalidRequest', 'The requested object is not an image that can be rendered');
  return format;
}
