import { open, stat } from 'node:fs/promises';
import { type PictureFormat, isAnimatable, pictureTypeOf } from './picture-formats.ts';
import { rejectMissing } from '../bytes/folder-bytes.ts';
import { findAs, findPublic, keptUntil, withBytesOf } from '../objects/object-get.ts';
import { type StoredObject, objectOfPath } from '../objects/objects.ts';
import { StorageError } from '../errors.ts';
import { serveFile } from '../objects/serve-file.ts';
import type { BackendContext } from '../../http/env.ts';
import type { StorageDeps } from '../storage-deps.ts';
import { readUrlToken } from '../objects/url-token.ts';

/** GET /render/image/public/:bucket/:key?width=…: a render of a picture in a public bucket. */
export async function renderPublic(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return renderObject(deps, c, () => findPublic(deps, c, objectOfPath(c)), queryOf(c));
}

/** GET /render/image/authenticated/:bucket/:key?width=…: a render, for a caller who may select the row. */
export async function renderAuthenticated(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return renderObject(deps, c, () => findAs(deps, c, c.var.caller, objectOfPath(c)), queryOf(c));
}

/** GET /render/image/sign/:bucket/:key?token=: a render with the signed parameters and the rights of the signer. */
export async function renderSigned(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const place = objectOfPath(c);
  const url = `${place.bucket}/${place.key}`;
  const grant = await readUrlToken(deps, c.req.query('token') ?? '', 'download', url);
  const find = () => findAs(deps, c, grant.caller, place);
  return keptUntil(grant.expires, await renderObject(deps, c, find, new URLSearchParams(grant.transformations)));
}

function queryOf(c: BackendContext): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

type RenderDeps = Pick<StorageDeps, 'pictureFormat' | 'pictureWidths' | 'render'>;

/** Responds with a render of the object that `find` returns. Throws StorageError, RequestError. */
export function renderObject(
  deps: RenderDeps,
  c: BackendContext,
  find: () => Promise<StoredObject>,
  query: URLSearchParams,
): Promise<Response> {
  return withBytesOf(find, (object) => renderVersion(deps, c, object, query));
}

async function renderVersion(
  deps: RenderDeps,
  c: BackendContext,
  { version, metadata, name }: StoredObject,
  query: URLSearchParams,
): Promise<Response> {
  const format = await deps.pictureFormat(version, metadata.size);
  if (!format) throw new StorageError('InvalidRequest', 'The requested object is not an image that can be rendered');
  const params = parseRenderParams(query, c.req.header('accept') ?? '', format, deps.pictureWidths);
  const file = await deps.render(version, params, c.env.clientAddress);
  return serveFile(c, {
    // The render may have been removed since it was made: with the picture, or by a purge.
    read: async (part) => (await open(file, 'r').catch(rejectMissing)).createReadStream(part),
    size: (await stat(file).catch(rejectMissing)).size,
    mimetype: pictureTypeOf(params.format),
    eTag: `"${metadata.eTag.replaceAll('"', '')}-${renderKey(params)}"`,
    lastModified: new Date(metadata.lastModified),
    cacheControl: metadata.cacheControl,
    name: name.slice(name.lastIndexOf('/') + 1),
    ...(params.isNegotiated && { vary: 'Accept' }),
    transformations: params.asked,
  });
}

/** The parameters of a render, rounded to short lists of values. */
export type RenderParams = {
  width: number | null;
  height: number | null;
  resize: 'cover' | 'contain' | 'fill';
  quality: number;
  format: PictureFormat;
  /** Whether the site itself uses this size: a width of the list, at the default quality. */
  isUsual: boolean;
  /** Whether the Accept header chose the format; the response then varies by it. */
  isNegotiated: boolean;
  /** What was asked for, in the words of the header `X-Transformations` (protocol.md 3). */
  asked: string;
};

/** Heights, and widths combined with a height. The list is short, because each combination is a render of its own. */
const BOX_SIDES = [96, 320, 640, 1280, 2560];
const QUALITIES = [50, 80, 100];
const DEFAULT_QUALITY = 80;

/**
 * Parses `width`, `height`, `resize`, `quality` and `format` (protocol.md 3). A width alone is rounded up to `widths`, a
 * height and the width beside it to BOX_SIDES, a quality to QUALITIES. Without `format` the Accept
 * header chooses it. Throws StorageError `InvalidRequest`.
 */
export function parseRenderParams(
  query: URLSearchParams,
  accept: string,
  origin: PictureFormat,
  widths: readonly number[],
): RenderParams {
  const format = query.get('format');
  const resize = query.get('resize') ?? 'cover';
  if (resize !== 'cover' && resize !== 'contain' && resize !== 'fill')
    throw invalidParam('resize', 'cover, contain or fill');
  if (format !== null && !['origin', 'avif', 'webp'].includes(format))
    throw invalidParam('format', 'origin, avif or webp');
  const asked = { width: readSize(query, 'width'), height: readSize(query, 'height'), quality: readQuality(query) };
  const result = format === null ? negotiate(accept, origin) : chosen(format, origin);
  // `resize` has no effect with one side, nor `quality` on lossless formats, so they are not told apart.
  const quality = result === 'png' || result === 'gif' ? DEFAULT_QUALITY : roundUp(asked.quality, QUALITIES);
  return {
    width: asked.width && roundUp(asked.width, asked.height ? BOX_SIDES : widths),
    height: asked.height && roundUp(asked.height, BOX_SIDES),
    resize: asked.width && asked.height ? resize : 'cover',
    quality,
    format: result,
    isUsual: !asked.height && quality === DEFAULT_QUALITY,
    isNegotiated: format === null,
    asked: describeAsked({ ...asked, quality: query.has('quality') ? asked.quality : null, resize, format }),
  };
}

/** The names of imgproxy, which a hosted project renders with. */
const RESIZING_TYPES = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

type Asked = Pick<RenderParams, 'width' | 'height' | 'resize'> & { quality: number | null; format: string | null };

function describeAsked({ width, height, resize, quality, format }: Asked): string {
  const parts = [
    height && `height:${height}`,
    width && `width:${width}`,
    (width ?? height) && `resizing_type:${RESIZING_TYPES[resize]}`,
    quality && `quality:${quality}`,
    format && format !== 'origin' && `format:${format}`,
  ];
  return parts.filter(Boolean).join(',');
}

/** The file name of a render with these parameters. */
export function renderKey({ width, height, resize, quality, format }: RenderParams): string {
  return `${width ?? ''}x${height ?? ''}-${resize}-${quality}.${format}`;
}

function readSize(query: URLSearchParams, name: 'width' | 'height'): number | null {
  const text = query.get(name);
  if (text === null || Number(text) === 0) return null;
  const size = Number(text);
  if (!Number.isInteger(size) || size < 1 || size > 10_000) throw invalidParam(name, 'a whole number up to 10000');
  return size;
}

function readQuality(query: URLSearchParams): number {
  const text = query.get('quality');
  if (text === null) return DEFAULT_QUALITY;
  const quality = Number(text);
  if (!Number.isInteger(quality) || quality < 20 || quality > 100)
    throw invalidParam('quality', 'a whole number from 20 to 100');
  return quality;
}

/** The next larger value of the list, or its largest. */
function roundUp(value: number, list: readonly number[]): number {
  return list.find((listed) => listed >= value) ?? list.at(-1) ?? value;
}

/** Animations stay animated. */
function negotiate(accept: string, origin: PictureFormat): PictureFormat {
  if (accept.includes('image/avif') && !isAnimatable(origin)) return 'avif';
  return accept.includes('image/webp') ? 'webp' : origin;
}

function chosen(format: string, origin: PictureFormat): PictureFormat {
  if (format === 'origin') return origin;
  return format === 'avif' && !isAnimatable(origin) ? 'avif' : 'webp';
}

function invalidParam(name: string, expected: string): StorageError {
  return new StorageError('InvalidRequest', `querystring/${name} must be ${expected}`);
}
