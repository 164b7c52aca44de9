import { z } from 'zod';
import { asCaller } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { StorageError } from '../errors.ts';
import { MAX_LISTED, MAX_NAMES, MAX_OBJECT_BYTES } from '../limits.ts';
import { removeObjects } from '../objects/object-remove.ts';
import { bucketOfPath, ownerOf, requireBucketName, requireNewBucketName } from '../objects/objects.ts';
import { readStorageBody, requestOf, type StorageDeps } from '../storage-deps.ts';
import { BUCKET_COLUMNS, requireVisibleBucket } from './buckets.ts';

const Params = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(MAX_LISTED),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(100).default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

/** GET /bucket: the buckets that the policies let the caller see. */
export async function bucketList(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { data, error } = Params.safeParse(c.req.query());
  if (!data) throw new StorageError('InvalidRequest', `querystring/${error.issues[0]?.path.join('.')}: invalid`);
  const { rows } = await asCaller(deps.database, c.var.caller, requestOf(c, true), (query) =>
    query(
      `select ${BUCKET_COLUMNS} from storage.buckets where strpos(lower(name), lower($1)) > 0
       order by buckets.${data.sortColumn} ${data.sortOrder}, buckets.id limit $2 offset $3`,
      [data.search, data.limit, data.offset],
    ),
  );
  return c.json(rows);
}

/** GET /bucket/:bucket: the bucket, if the policies let the caller see it. */
export async function bucketGet(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { rows } = await asCaller(deps.database, c.var.caller, requestOf(c, true), (query) =>
    query(`select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [bucketOfPath(c)]),
  );
  if (!rows[0]) throw new StorageError('NoSuchBucket');
  return c.json(rows[0]);
}

const UNITS: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** The fields of a bucket that clients set. `file_size_limit` is a number of bytes or a text such as `5MB`. */
const BucketBody = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  type: z.literal('STANDARD').optional(),
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
});

/** Returns types, or ranges such as `image/*`, unchanged. Throws StorageError `UnsupportedMimeType`. */
function requireTypes(types: string[] | null): string[] | null {
  const wrong = types?.find((type) => !/^[\w.+*-]+\/[\w.+*-]+$/.test(type));
  if (wrong !== undefined) throw new StorageError('UnsupportedMimeType', wrong);
  return types;
}

/** Reads a limit in bytes. Throws StorageError `InvalidRequest`, or `EntityTooLarge` above the limit of all buckets. */
function limitOf(size: string | number | null): number | null {
  const bytes = typeof size === 'string' ? parseSize(size) : size;
  if (bytes !== null && bytes > MAX_OBJECT_BYTES) throw new StorageError('EntityTooLarge');
  return bytes;
}

function parseSize(size: string): number {
  const [, amount, unit = 'B'] = /^(\d{1,12}(?:\.\d{1,3})?)(B|KB|MB|GB)?$/i.exec(size.trim()) ?? [];
  if (amount === undefined) {
    throw new StorageError('InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  }
  return Math.round(Number(amount) * (UNITS[unit.toUpperCase()] ?? 1));
}

/** POST /bucket: creates a bucket, if the policies allow it. */
export async function bucketCreate(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const body = await readStorageBody(c, BucketBody);
  const id = requireNewBucketName(body.id ?? body.name ?? '');
  const { caller } = c.var;
  await asCaller(deps.database, caller, requestOf(c), (query) =>
    query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner_id, owner)
       values ($1, $2, $3, $4, $5, $6::text, $6::text::uuid)`,
      [
        id,
        requireBucketName(body.name ?? id),
        body.public ?? false,
        limitOf(body.file_size_limit ?? null),
        requireTypes(body.allowed_mime_types ?? null),
        ownerOf(caller),
      ],
    ),
  );
  return c.json({ name: body.name ?? id });
}

/** PUT /bucket/:bucket: changes the fields of the body and keeps the others. */
export async function bucketUpdate(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const body = await readStorageBody(c, BucketBody);
  const { file_size_limit: size, allowed_mime_types: types } = body;
  const { rowCount } = await asCaller(deps.database, c.var.caller, requestOf(c), (query) =>
    query(
      `update storage.buckets set public = coalesce($2, public), updated_at = now(),
         file_size_limit = case when $3 then $4::bigint else file_size_limit end,
         allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
       where id = $1`,
      [
        bucketOfPath(c),
        body.public ?? null,
        size !== undefined,
        limitOf(size ?? null),
        types !== undefined,
        requireTypes(types ?? null),
      ],
    ),
  );
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
  return c.json({ message: 'Successfully updated' });
}

/** POST /bucket/:bucket/empty: removes all objects that the policies let the caller remove, before it answers. */
export async function bucketEmpty(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const bucket = bucketOfPath(c);
  const { caller } = c.var;
  await asCaller(deps.database, caller, requestOf(c, true), (query) => requireVisibleBucket(query, bucket));
  for (;;) {
    const removed = await removeObjects(deps, c, caller, async (query) => {
      const { rows } = await query('select name from storage.objects where bucket_id = $1 limit $2', [
        bucket,
        MAX_NAMES,
      ]);
      return { bucket, keys: rows.map(({ name }) => name as string) };
    });
    if (removed.length === 0) break;
  }
  return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}

/** DELETE /bucket/:bucket: deletes an empty bucket. */
export async function bucketDelete(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const remove = asCaller(deps.database, c.var.caller, requestOf(c), (query) =>
    query('delete from storage.buckets where id = $1', [bucketOfPath(c)]),
  );
  const { rowCount } = await remove.catch((error: Error & { code?: string }) => {
    throw error.code === '23503' ? new StorageError('ResourceNotEmpty') : error;
  });
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
  return c.json({ message: 'Successfully deleted' });
}
