import type { BackendContext, Endpoint } from '../../http/env.ts';
import { readBucketRules } from '../buckets/buckets.ts';
import { SIGNED_UPLOAD_SECONDS } from '../limits.ts';
import type { StorageDeps } from '../storage-deps.ts';
import { objectOfPath, type WriteMode } from './objects.ts';
import { dryRun, saveUpload } from './save-object.ts';
import { readUrlToken, signUrl } from './url-token.ts';

/** POST /object/:bucket/:key: creates an object; with `x-upsert: true` it may replace one. */
export async function objectUpload(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return save(deps, c, c.req.header('x-upsert') === 'true' ? 'either' : 'create');
}

/** PUT /object/:bucket/:key: replaces the bytes of an existing object. */
export async function objectUpdate(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return save(deps, c, 'replace');
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
