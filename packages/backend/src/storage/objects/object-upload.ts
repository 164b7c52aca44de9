import { z } from 'zod';
import type { BackendContext, Endpoint } from '../../http/env.ts';
import { readBucketRules } from '../buckets/buckets.ts';
import { MAX_NAMES, SIGNED_UPLOAD_SECONDS } from '../limits.ts';
import { type StorageDeps, readStorageBody, requestOf } from '../storage-deps.ts';
import { type WriteMode, bucketOfPath, objectOfPath } from './objects.ts';
import { dryRun, saveUpload } from './save-object.ts';
import { readUrlToken, signUrl } from './url-token.ts';
import { asCaller } from '../../database/as-caller.ts';
import { findAs } from './object-get.ts';

/** POST /object/:bucket/:key: creates an object; with `x-upsert: true` it may replace one. */
export async function objectUpload(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return save(deps, c, c.req.header('x-upsert') === 'true' ? 'either' : 'create');
}

/** PUT /object/:bucket/:key: replaces the bytes of an object, or creates it, as on a hosted project. */
export async function objectUpdate(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return save(deps, c, 'either');
}

async function save(deps: StorageDeps, c: Parameters<Endpoint>[0], mode: WriteMode): Promise<Response> {
  const { bucket, key } = objectOfPath(c);
  const id = await saveUpload(deps, c, { caller: c.var.caller, bucket, key, mode });
  return c.json({ Id: id, Key: `${bucket}/${key}` });
}

/** POST /object/upload/sign/:bucket/:key: a URL that grants one upload of this object. */
export async function uploadSign(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { bucket, key } = objectOfPath(c);
  const { caller } = c.var;
  const upsert = c.req.header('x-upsert') === 'true';
  await readBucketRules(deps.database, bucket);
  await dryRun(deps, c, { caller, bucket, key, mode: upsert ? 'either' : 'create' });
  const path = `${bucket}/${key}`;
  const token = await signUrl(deps, 'upload', { url: path, caller, upsert }, SIGNED_UPLOAD_SECONDS);
  return c.json({ url: `/object/upload/sign/${path}?token=${token}`, token });
}

/** PUT /object/upload/sign/:bucket/:key?token=: the upload, with the rights of the signer. */
export async function uploadSignedPut(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { bucket, key } = objectOfPath(c);
  const grant = await readUrlToken(deps, c.req.query('token') ?? '', 'upload', `${bucket}/${key}`);
  const mode = grant.upsert ? ('either' as const) : ('create' as const);
  await saveUpload(deps, c, { caller: grant.caller, bucket, key, mode });
  return c.json({ Key: `${bucket}/${key}` });
}

const TEN_YEARS_S = 315_360_000;
const Lifetime = z.number().int().min(1).max(TEN_YEARS_S);
const Transform = z.object({
  width: z.number().optional(),
  height: z.number().optional(),
  resize: z.string().optional(),
  quality: z.number().optional(),
  format: z.string().optional(),
});
const One = z.object({ expiresIn: Lifetime, transform: Transform.optional() });
const Many = z.object({ expiresIn: Lifetime, paths: z.array(z.string()).min(1).max(MAX_NAMES) });

/** POST /object/sign/:bucket/:key: a URL that grants reading the object until it expires. */
export async function objectSign(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { expiresIn, transform } = await readStorageBody(c, One);
  const { bucket, key } = objectOfPath(c);
  const { caller } = c.var;
  await findAs(deps, c, caller, { bucket, key });
  const params = Object.entries(transform ?? {}).map(([name, value]) => [name, String(value)]);
  const transformations = params.length > 0 ? new URLSearchParams(params).toString() : undefined;
  const url = `${bucket}/${key}`;
  const token = await signUrl(deps, 'download', { url, caller, transformations }, expiresIn);
  const path = transformations ? 'render/image/sign' : 'object/sign';
  return c.json({ signedURL: `/${path}/${url}?token=${token}` });
}

/** POST /object/sign/:bucket: URLs for several objects, with an error for each that the caller cannot see. */
export async function objectSignMany(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { expiresIn, paths } = await readStorageBody(c, Many);
  const bucket = bucketOfPath(c);
  const { caller } = c.var;
  const { rows } = await asCaller(deps.database, caller, requestOf(c, true), (query) =>
    query('select name from storage.objects where bucket_id = $1 and name = any($2)', [bucket, paths]),
  );
  const seen = new Set(rows.map(({ name }) => name));
  const sign = async (path: string) => {
    if (!seen.has(path)) return { error: NOT_SEEN, path, signedURL: null };
    const token = await signUrl(deps, 'download', { url: `${bucket}/${path}`, caller }, expiresIn);
    return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
  };
  return c.json(await Promise.all(paths.map(sign)));
}

const NOT_SEEN = 'Either the object does not exist or you do not have access to it';
