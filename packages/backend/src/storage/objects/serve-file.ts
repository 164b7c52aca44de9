import { Readable } from 'node:stream';
import type { BackendContext } from '../../http/env.ts';
import { bareType } from '../buckets/buckets.ts';
import { pictureFormatOf } from '../pictures/picture-formats.ts';

type ServedFile = {
  read: (part: ByteRange) => Promise<Readable>;
  size: number;
  mimetype: string;
  eTag: string;
  lastModified: Date;
  cacheControl: string;
  /** The file name of a download. */
  name: string;
  vary?: string;
  /** The parameters of a render, for X-Transformations; empty for none. */
  transformations?: string;
};

/** Types, besides pictures, that a browser shows and does not execute. Others are sent as attachments: files and site share an origin. */
const SHOWN = /^(audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/(json|pdf))$/;
/** Types that a browser could execute; sent as plain text, as on a hosted project. */
const RUN = /html|xml|svg|script|wasm/;

/**
 * Responds with a file (RFC 9110): HEAD, ranges (206, 416), conditional requests (304). `?download` adds
 * Content-Disposition.
 */
export async function serveFile(c: BackendContext, file: ServedFile): Promise<Response> {
  const headers = headersOf(c, file);
  if (isCurrent(c, file)) return new Response(null, { status: 304, headers });
  const isRangeValid = isRangeOfThis(c.req.header('if-range'), file);
  const range = isRangeValid ? parseRange(c.req.header('range'), file.size) : null;
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const part = range ?? { start: 0, end: file.size - 1 };
  headers.set('Content-Length', String(part.end - part.start + 1));
  if (range) headers.set('Content-Range', `bytes ${part.start}-${part.end}/${file.size}`);
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });
  return new Response(Readable.toWeb(await file.read(part)) as ReadableStream, { status, headers });
}

function isShown(type: string): boolean {
  return pictureFormatOf(type) !== null || SHOWN.test(type);
}

function headersOf(c: BackendContext, file: ServedFile): Headers {
  const type = bareType(file.mimetype);
  const headers = new Headers({
    'Content-Type': RUN.test(type) ? 'text/plain; charset=utf-8' : file.mimetype,
    'Cache-Control': file.cacheControl,
    ETag: file.eTag,
    'Last-Modified': file.lastModified.toUTCString(),
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
  });
  if (file.vary) headers.set('Vary', file.vary);
  if (file.transformations) headers.set('X-Transformations', file.transformations);
  const download = c.req.query('download');
  if (download !== undefined || !isShown(type)) {
    headers.set('Content-Disposition', attachmentNamed(download || file.name));
  }
  return headers;
}

/** RFC 6266: an ASCII name for old clients, and the exact name. */
function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_').slice(0, 200);
  const exact = encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

function isCurrent(c: BackendContext, { eTag, lastModified }: ServedFile): boolean {
  const known = c.req.header('if-none-match');
  if (known !== undefined) return known.split(',').some((tag) => ['*', eTag].includes(tag.trim().replace(/^W\//, '')));
  const since = Date.parse(c.req.header('if-modified-since') ?? '');
  // The header has no milliseconds.
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/** If-Range (RFC 9110 13.1.5): whether the range refers to the current bytes. */
function isRangeOfThis(condition: string | undefined, { eTag, lastModified }: ServedFile): boolean {
  return condition === undefined || condition === eTag || condition === lastModified.toUTCString();
}

/** The first and the last byte. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a Range header (RFC 9110 14.1.2). Returns null to send the whole file: no header, another unit, an invalid
 * range, or several ranges, which a server may ignore.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
