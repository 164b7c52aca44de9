import { open, stat } from 'node:fs/promises';
import { findAs, findPublic } from './find-object.ts';
import { objectOfPath } from './object-key.ts';
import type { StoredObject } from './objects.ts';
import { typeOf } from './picture-types.ts';
import { requirePicture } from './render-picture.ts';
import { nameOfWish, readWish } from './render-wish.ts';
import { serveFile } from './serve-file.ts';
import type { Endpoint, StorageContext, StorageRoom } from './storage-room.ts';
import { readUrlToken } from './url-token.ts';

/** GET /render/image/public/:bucket/:key?width=…: a smaller copy of a picture in a public bucket, for anybody. */
export function renderPublic(room: StorageRoom): Endpoint {
  return async (c) => renderObject(room, c, await findPublic(room, c, objectOfPath(c)), queryOf(c));
}

/** GET /render/image/authenticated/:bucket/:key?width=…: the same for a caller who may select the row. */
export function renderAuthenticated(room: StorageRoom): Endpoint {
  return async (c) => renderObject(room, c, await findAs(room, c, c.var.caller, objectOfPath(c)), queryOf(c));
}

/** GET /render/image/sign/:bucket/:key?token=: the same as whoever signed the link, in the size that was signed. */
export function renderSigned(room: StorageRoom): Endpoint {
  return async (c) => {
    const place = objectOfPath(c);
    const url = `${place.bucket}/${place.key}`;
    const grant = await readUrlToken(room, c.req.query('token') ?? '', 'download', url);
    const object = await findAs(room, c, grant.caller, place);
    return renderObject(room, c, object, new URLSearchParams(grant.transformations));
  };
}

function queryOf(c: StorageContext): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

async function renderObject(
  room: StorageRoom,
  c: StorageContext,
  { version, metadata, name }: StoredObject,
  query: URLSearchParams,
): Promise<Response> {
  const format = requirePicture(metadata.mimetype);
  const mayMove = format === 'gif' || format === 'webp';
  const wish = readWish(query, c.req.header('accept') ?? '', { format, mayMove });
  const file = await room.render({ version, format }, wish, c.env.clientAddress);
  return serveFile(c, {
    open: () => open(file, 'r'),
    size: (await stat(file)).size,
    mimetype: typeOf(wish.format),
    eTag: `"${metadata.eTag.replaceAll('"', '')}-${nameOfWish(wish)}"`,
    lastModified: new Date(metadata.lastModified),
    cacheControl: metadata.cacheControl,
    name: name.slice(name.lastIndexOf('/') + 1),
    ...(wish.isNegotiated && { vary: 'Accept' }),
  });
}
