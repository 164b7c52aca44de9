import type { PictureFormat } from './picture-formats.ts';
import { StorageError } from './errors.ts';

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
  origin: { format: PictureFormat; isAnimatable: boolean },
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

type Origin = { format: PictureFormat; isAnimatable: boolean };

/** Animations stay animated: AVIF is encoded without frames here. */
function negotiate(accept: string, origin: Origin): PictureFormat {
  if (accept.includes('image/avif') && !origin.isAnimatable) return 'avif';
  return accept.includes('image/webp') ? 'webp' : origin.format;
}

function chosen(format: string, origin: Origin): PictureFormat {
  if (format === 'origin') return origin.format;
  return format === 'avif' && !origin.isAnimatable ? 'avif' : 'webp';
}

function invalidParam(name: string, expected: string): StorageError {
  return new StorageError('InvalidRequest', `querystring/${name} must be ${expected}`);
}
