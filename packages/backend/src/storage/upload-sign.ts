import { readBucketRules } from './buckets.ts';
import { SIGNED_UPLOAD_SECONDS } from './limits.ts';
import { objectOfPath } from './object-key.ts';
import { dryRun, saveUpload } from './save-object.ts';
import type { Endpoint } from '../http/env.ts';
import type { StorageDeps } from './storage-deps.ts';
import { readUrlToken, signUrl } from './url-token.ts';

/** POST /object/upload/sign/:bucket/:key: a URL that grants one upload of this object. */
export function uploadSign(deps: StorageDeps): Endpoint {
  return async (c) => {
    const { bucket, key } = objectOfPath(c);
    const { caller } = c.var;
    const upsert = c.req.header('x-upsert') === 'true';
    await readBucketRules(deps.database, bucket);
    await dryRun(deps, c, { caller, bucket, key, mode: upsert ? 'either' : 'create' });
    const path = `${bucket}/${key}`;
    const token = await signUrl(deps, 'upload', { url: path, caller, upsert }, SIGNED_UPLOAD_SECONDS);
    return c.json({ url: `/object/upload/sign/${path}?token=${token}`, token });
  };
}

/** PUT /object/upload/sign/:bucket/:key?token=: the upload, with the rights of the signer. */
export function uploadSignedPut(deps: StorageDeps): Endpoint {
  return async (c) => {
    const { bucket, key } = objectOfPath(c);
    const grant = await readUrlToken(deps, c.req.query('token') ?? '', 'upload', `${bucket}/${key}`);
    const mode = grant.upsert ? ('either' as const) : ('create' as const);
    await saveUpload(deps, c, { caller: grant.caller, bucket, key, mode });
    return c.json({ Key: `${bucket}/${key}` });
  };
}
