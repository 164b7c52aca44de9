import { createHash } from 'node:crypto';
import { createConcurrencyLimit } from '#backend/http/concurrency-limit.ts';
import { currentCaller } from '#backend/usage/request-context.ts';
import { fetchPicture } from '#backend/storage/pictures/fetch-picture.ts';
import { inspectPicture, loadSharp } from '#backend/storage/pictures/pictures.ts';
import { MAX_PICTURE_PIXELS } from '#contract/pictures.ts';
import { firm } from '#site/content/firm.ts';
import { createServerClient } from '#site/gateway/load-context.server.ts';
import type { SiteConfig } from '#site/gateway/site-config.ts';
import { blogList } from '#site/content/blog.ts';
import { shareWords } from '#site/content/share.ts';
import type { DataClient } from '#site/gateway/client.ts';

import { findCategory, findPublishedPost } from '#site/gateway/posts.ts';
import { type MemoryAnswer, createMemoryAnswer } from '../pages/memory-answer.ts';
import { createPageStore } from '../pages/page-store.ts';
import { toResponse } from '../pages/send-answer.ts';
import type { StaticFiles } from '../pages/static-files.ts';
import { type Card, drawCard } from './draw-card.ts';

export type ShareImages = {
  /** Returns the image of `/share{path}.png`, 404 when no page has that path, or null for other URLs. */
  answer: (request: Request, backendFetch: typeof fetch) => Promise<Response | null>;
};

type ShareDeps = { config: SiteConfig; files: StaticFiles; onError: (error: unknown) => void; maxBytes?: number };
/** Fetches a picture of this installation; null for a URL of another host. */
type FetchOwn = (url: URL) => Promise<Response> | null;

const ADDRESS = /^\/share(\/[a-z0-9/-]+)\.png$/;
const HOME = '/home';
const MAX_BYTES = 32 * 1024 * 1024;
/** Images that are drawn at a time; each decodes and encodes a picture. */
const DRAWN_AT_ONCE = 2;
/** How long an image without its picture is cached before the picture is requested again. */
const MISSING_MS = 60_000;
const DAY_MS = 86_400_000;
const UNAVAILABLE = { 'Cache-Control': 'no-store', 'Retry-After': '5' };

/**
 * Draws the images that crawlers fetch (1200 × 630) and caches them by their contents, so that a changed post gets a
 * new one at once.
 */
export function createShareImages({ config, files, onError, maxBytes = MAX_BYTES }: ShareDeps): ShareImages {
  const kept = createPageStore({ freshForMs: Infinity, staleForMs: 0, maxBytes }, () => performance.now());
  const drawing = new Map<string, Promise<MemoryAnswer>>();
  const inTurn = createConcurrencyLimit({ places: DRAWN_AT_ONCE });

  const imageOf = (card: FoundCard, fetchOwn: FetchOwn): MemoryAnswer | Promise<MemoryAnswer> => {
    const key = createHash('sha256')
      .update(JSON.stringify([card, firm.name]))
      .digest('base64url');
    const known = kept.fresh(key)?.answer ?? drawing.get(key);
    if (known) return known;
    let holdsForMs = Infinity;
    const onMissing = (error: unknown) => {
      holdsForMs = MISSING_MS;
      onError(error);
    };
    const draw = async (): Promise<MemoryAnswer> => {
      const image = await paint(card, config.siteUrl, fetchOwn, onMissing);
      kept.set(key, image, kept.generation(), holdsForMs);
      return image;
    };
    const image = inTurn(currentCaller(), draw).finally(() => drawing.delete(key));
    drawing.set(key, image);
    return image;
  };

  return {
    answer: async (request, backendFetch) => {
      const address = ADDRESS.exec(new URL(request.url).pathname)?.[1];
      if (!address) return null;
      const client = () => createServerClient(config, backendFetch);
      const card = await findCard(address === HOME ? '/' : address, client).catch(onError);
      if (card === undefined) return new Response('Unavailable', { status: 503, headers: UNAVAILABLE });
      if (!card) return new Response('Not found', { status: 404 });
      return toResponse(request, await imageOf(card, reachOwn(config, files, backendFetch)));
    },
  };
}

function reachOwn({ siteUrl, supabaseUrl }: SiteConfig, files: StaticFiles, backendFetch: typeof fetch): FetchOwn {
  const own = [siteUrl, supabaseUrl].filter(Boolean).map((url) => new URL(url).origin);
  return (url) => {
    if (!own.includes(url.origin)) return null;
    const file = files.find(url.pathname);
    return file ? Promise.resolve(toResponse(new Request(url), file)) : backendFetch(url);
  };
}

/**
 * The storage service disables all decoders except those it needs, for files. This module reads from memory: its own
 * drawings, and featured images of these formats.
 */
async function openDecoders(): ReturnType<typeof loadSharp> {
  const sharp = await loadSharp();
  const kinds = ['Svg', 'Jpeg', 'Png', 'Webp'];
  sharp.unblock({ operation: kinds.map((kind) => `VipsForeignLoad${kind}Buffer`) });
  return sharp;
}

/** Whether the bytes begin as JPEG, PNG or WebP. SVG of other origin is rejected: it could load other resources. */
function isPhotograph(bytes: Buffer): boolean {
  const beginning = bytes.toString('latin1', 0, 12);
  return /^(\xff\xd8\xff|\x89PNG|RIFF....WEBP)/s.test(beginning);
}

/** The lattice replaces a picture that cannot be loaded. */
async function paint(
  { pictureUrl, ...words }: FoundCard,
  siteUrl: string,
  fetchOwn: FetchOwn,
  onMissing: (error: unknown) => void,
): Promise<MemoryAnswer> {
  const loading =
    pictureUrl && URL.canParse(pictureUrl, siteUrl) ? loadPicture(new URL(pictureUrl, siteUrl), fetchOwn) : null;
  const picture = await loading?.catch(onMissing);
  const svg = drawCard({ ...words, ...(picture && { picture }) }, firm.name);
  const sharp = await openDecoders();
  const png = await sharp(Buffer.from(svg)).png({ palette: !picture, compressionLevel: 9 }).toBuffer();
  const seconds = (loading && !picture ? MISSING_MS : DAY_MS) / 1000;
  const headers = new Headers({ 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${seconds}` });
  return createMemoryAnswer(Buffer.from(Uint8Array.from(png).buffer), { headers });
}

/** The picture in the size of the window, as a data URL. */
async function loadPicture(url: URL, fetchOwn: FetchOwn): Promise<string> {
  const own = await fetchOwn(url);
  if (own && !own.ok) throw new Error(`${url.pathname} answered ${own.status}.`);
  const bytes = own ? Buffer.from(await own.arrayBuffer()) : await fetchPicture(url);
  if (!isPhotograph(bytes)) throw new Error(`${url.pathname} is no JPEG, PNG or WebP.`);
  const sharp = await openDecoders();
  await inspectPicture(bytes);
  const cut = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, autoOrient: true })
    .resize(682, 924, { fit: 'cover' })
    .jpeg({ quality: 86 })
    .toBuffer();
  return `data:image/jpeg;base64,${cut.toString('base64')}`;
}

/** A card whose picture is still a URL. */
type FoundCard = Omit<Card, 'picture'> & { pictureUrl: string | null };

const CATEGORY = /^\/blog\/category\/([^/]+)$/;
const POST = /^\/blog\/([^/]+)$/;

/**
 * Finds the contents of the share image of a path, or null when there is no such page. Rethrows the backend's error.
 */
async function findCard(path: string, client: () => DataClient): Promise<FoundCard | null> {
  const category = CATEGORY.exec(path)?.[1];
  if (category) return cardOfCategory(category, client());
  const post = POST.exec(path)?.[1];
  if (post) return cardOfPost(post, client());
  const words = Object.entries(shareWords).find(([page]) => page === path)?.[1];
  if (!words) return null;
  const { title, label, wall } = words;
  const foot = title === firm.name ? firm.cities.map(({ name }) => name).join(', ') : firm.name;
  return { title, label, foot, cover: { slug: path, category_slug: wall }, pictureUrl: null };
}

async function cardOfPost(slug: string, client: DataClient): Promise<FoundCard | null> {
  const post = await findPublishedPost(client, slug);
  return (
    post && {
      title: post.title,
      label: post.categories?.name ?? blogList.heading,
      foot: firm.name,
      cover: { slug, category_slug: post.categories?.slug ?? null },
      pictureUrl: post.featured_image_url?.trim() || null,
    }
  );
}

async function cardOfCategory(slug: string, client: DataClient): Promise<FoundCard | null> {
  const category = await findCategory(client, slug);
  return (
    category && {
      title: category.name,
      label: blogList.heading,
      foot: firm.name,
      cover: { slug, category_slug: slug },
      pictureUrl: null,
    }
  );
}
