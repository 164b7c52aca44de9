import { open, stat } from 'node:fs/promises';
import { pictureTypeOf } from './picture-formats.ts';
import { findAs, findPublic } from '../objects/object-get.ts';
import { objectOfPath, type StoredObject } from '../objects/objects.ts';
import { StorageError } from '../errors.ts';
import { renderKey, parseRenderParams } from './render-params.ts';
import { serveFile } from '../objects/serve-file.ts';
import type { BackendContext } from '../../http/env.ts';
import type { StorageDeps } from '../storage-deps.ts';
import { readUrlToken } from '../objects/url-token.ts';

/** GET /render/image/public/:bucket/:key?width=…: a render of a picture in a public bucket. */
export async function renderPublic(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return renderObject(deps, c, await findPublic(deps, c, objectOfPath(c)), queryOf(c));
}

/** GET /render/image/authenticated/:bucket/:key?width=…: a render, for a caller who may select the row. */
export async function renderAuthenticated(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return renderObject(deps, c, await findAs(deps, c, c.var.caller, objectOfPath(c)), queryOf(c));
}

/** GET /render/image/sign/:bucket/:key?token=: a render with the signed parameters and the rights of the signer. */
export async function renderSigned(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const place = objectOfPath(c);
  const url = `${place.bucket}/${place.key}`;
  const grant = await readUrlToken(deps, c.req.query('token') ?? '', 'download', url);
  const object = await findAs(deps, c, grant.caller, place);
  return renderObject(deps, c, object, new URLSearchParams(grant.transformations));
}

function queryOf(c: BackendContext): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

async function renderObject(
  deps: StorageDeps,
  c: BackendContext,
  { version, metadata, name }: StoredObject,
  query: URLSearchParams,
): Promise<Response> {
  const format = await deps.pictureFormat(version, metadata.size);
  if (!format) throw new StorageError('InvalidRequest', 'The requested object is not an image that can be rendered');
  const isAnimatable = format === 'gif' || format === 'webp';
  const params = parseRenderParams(query, c.req.header('accept') ?? '', { format, isAnimatable }, deps.pictureWidths);
  const file = await deps.render(version, params, c.env.clientAddress);
  return serveFile(c, {
    read: async (part) => (await open(file, 'r')).createReadStream(part),
    size: (await stat(file)).size,
    mimetype: pictureTypeOf(params.format),
    eTag: `"${metadata.eTag.replaceAll('"', '')}-${renderKey(params)}"`,
    lastModified: new Date(metadata.lastModified),
    cacheControl: metadata.cacheControl,
    name: name.slice(name.lastIndexOf('/') + 1),
    ...(params.isNegotiated && { vary: 'Accept' }),
    transformations: params.asked,
  });
}
