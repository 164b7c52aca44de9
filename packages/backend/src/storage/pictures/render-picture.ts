import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ResizeOptions, Sharp } from 'sharp';
import type { PictureFormat } from './picture-formats.ts';
import { addressKey } from '../../http/client-address.ts';
import type { OpenRateLimit } from '../../http/rate-limit.ts';
import type { Bytes } from '../bytes/folder-bytes.ts';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { causedBy } from '../../http/errors.ts';
import { StorageError, isDiskFull } from '../errors.ts';
import {
  MAX_OTHER_RENDERS,
  MAX_RENDERED_PIXELS,
  OTHER_RENDERS_PER_MINUTE,
  RENDERS_AT_ONCE,
  RENDERS_AT_ONCE_PER_ADDRESS,
  RENDERS_PER_MINUTE,
  RENDERS_WAITING,
  RENDERS_WAITING_PER_ADDRESS,
  TOO_MANY_AT_ONCE,
} from '../limits.ts';
import { type PictureFacts, inspectPicture, openPicture } from './pictures.ts';
import { type RenderParams, renderKey } from './image-render.ts';

/**
 * Returns the file of a version rendered by these parameters, from the cache or made now. `address` is the client's.
 * Throws RequestError `too_many_requests` beyond the limits, StorageError `NoSuchKey`, `InvalidRequest`.
 */
export type Renderer = (version: string, params: RenderParams, address: string) => Promise<string>;

const ENCODERS: Record<PictureFormat, (picture: Sharp, quality: number) => Sharp> = {
  jpeg: (picture, quality) => picture.jpeg({ quality, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  webp: (picture, quality) => picture.webp({ quality }),
  gif: (picture) => picture.gif(),
  // AVIF at quality 60 is comparable to 80 of the other formats. A higher effort takes seconds and saves little.
  avif: (picture, quality) => picture.avif({ quality: Math.round(quality * 0.75), effort: 3 }),
};

/** The subfolder of renders in sizes that the site does not use. */
const OTHERS = 'others';
const MAX_SECONDS = 30;

/** Creates the renderer over the files of `bytes`. Concurrent requests for the same render share one run. */
export function openRenderer(bytes: Bytes, openRateLimit: OpenRateLimit): Renderer {
  const limitRenders = createConcurrencyLimit({
    places: RENDERS_AT_ONCE,
    waiting: RENDERS_WAITING,
    placesPerKey: RENDERS_AT_ONCE_PER_ADDRESS,
    waitingPerKey: RENDERS_WAITING_PER_ADDRESS,
    message: TOO_MANY_AT_ONCE,
  });
  const limit = openRateLimit('storage/render', { points: RENDERS_PER_MINUTE, seconds: 60 });
  const limitOfOthers = openRateLimit('storage/other-render', { points: OTHER_RENDERS_PER_MINUTE, seconds: 60 });
  const underWay = new Map<string, Promise<void>>();
  return async (version, params, address) => {
    const folder = bytes.rendersOf(version);
    const file = join(params.isUsual ? folder : join(folder, OTHERS), renderKey(params));
    if (await isKept(file, params)) return file;
    const key = addressKey(address);
    await limit.take(key);
    if (!params.isUsual) await limitOfOthers.take(key);
    let making = underWay.get(file);
    if (!making) {
      making = limitRenders(key, () => makeRender(bytes, version, params, file)).finally(() => underWay.delete(file));
      underWay.set(file, making);
    }
    await making;
    return file;
  };
}

async function makeRender(bytes: Bytes, version: string, params: RenderParams, file: string): Promise<void> {
  await using unfinished = await bytes.incoming();
  try {
    await bytes.withFile(version, async (original) => {
      // Before the render, so that a version that is removed meanwhile gets no folder again.
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await render(original, params, unfinished.path);
      if (!params.isUsual) await makeSpace(dirname(file));
      await rename(unfinished.path, file);
    });
  } catch (error) {
    if (isDiskFull(error)) throw causedBy(new StorageError('NoSpace'), error);
    // The folder was removed meanwhile: with the picture, or by a purge.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw causedBy(new StorageError('NoSuchKey'), error);
    throw error instanceof StorageError
      ? error
      : causedBy(new StorageError('InvalidRequest', 'The picture cannot be rendered'), error);
  }
}

async function render(original: string, params: RenderParams, to: string): Promise<void> {
  const facts = await inspectPicture(original);
  const picture = await openPicture(original, facts.format);
  const resized = picture.resize({ ...boxOf(params, facts), withoutEnlargement: true });
  await ENCODERS[params.format](resized, params.quality).timeout({ seconds: MAX_SECONDS }).toFile(to);
}

/** The box of a render. Reduced below MAX_RENDERED_PIXELS when one side alone would make a long picture too large. */
function boxOf({ width, height, resize }: RenderParams, picture: PictureFacts): ResizeOptions {
  if (width && height) return { width, height, fit: resize === 'contain' ? 'inside' : resize };
  const scale = Math.min(1, (width ?? picture.width) / picture.width, (height ?? picture.height) / picture.height);
  const most = Math.sqrt(MAX_RENDERED_PIXELS / (picture.width * picture.height));
  if (scale <= most) return { width: width ?? undefined, height: height ?? undefined };
  return { width: Math.floor(picture.width * most), height: Math.floor(picture.height * most), fit: 'inside' };
}

/** Deletes the least recently used renders, so that one more can be added. */
async function makeSpace(folder: string): Promise<void> {
  const kept = await readdir(folder);
  if (kept.length < MAX_OTHER_RENDERS) return;
  const lastUse = (name: string) =>
    stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const used = await Promise.all(kept.map(async (name) => ({ name, at: await lastUse(name) })));
  const oldest = used.toSorted((a, b) => a.at - b.at).slice(0, kept.length - MAX_OTHER_RENDERS + 1);
  for (const { name } of oldest) await rm(join(folder, name), { force: true });
}

/** Whether a render is cached. Updates its time of use, so that it is not deleted while it is being sent. */
async function isKept(file: string, { isUsual }: RenderParams): Promise<boolean> {
  const now = new Date();
  return (isUsual ? access(file) : utimes(file, now, now)).then(
    () => true,
    () => false,
  );
}
