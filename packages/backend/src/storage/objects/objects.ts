import type { Caller } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { StorageError } from '../errors.ts';
import { MAX_KEY_LENGTH } from '../limits.ts';

/** The properties of an object's bytes, with the wire's keys (protocol.md 3). */
export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
};

export type StoredObject = {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
  metadata: ObjectMetadata;
  user_metadata: Record<string, unknown> | null;
};

/** SQL for a time in ISO 8601 with `Z`, which this wire uses. */
export const isoDate = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
export const OBJECT_DATES = `${isoDate('created_at')}, ${isoDate('updated_at')}, ${isoDate('last_accessed_at')}`;
const OBJECT = `id, bucket_id, name, version, ${OBJECT_DATES}, metadata, user_metadata`;

/**
 * Finds an object with the rights of the query. Throws StorageError `NoSuchKey` when it does not exist or is not
 * visible.
 */
export async function findObject(query: RunQuery, bucket: string, key: string): Promise<StoredObject> {
  const { rows } = await query(`select ${OBJECT} from storage.objects where bucket_id = $1 and name = $2`, [
    bucket,
    key,
  ]);
  if (!rows[0]?.['version']) throw new StorageError('NoSuchKey');
  return rows[0] as StoredObject;
}

export type WrittenRow = {
  bucket: string;
  key: string;
  version: string;
  /** null in a dry run. */
  metadata: ObjectMetadata | null;
  userMetadata: Record<string, unknown> | null;
};

/** `create` rejects an existing key. */
export type WriteMode = 'create' | 'either';

/**
 * Writes the row of an object with the rights of the caller. Returns its id and the version that it replaces, if any.
 * Throws StorageError `KeyAlreadyExists` or `PolicyViolation`, and PostgreSQL's errors of row-level security.
 */
export async function writeObject(
  query: RunQuery,
  caller: Caller,
  row: WrittenRow,
  mode: WriteMode,
): Promise<{ id: string; oldVersion: string | null }> {
  await holdKey(query, `${row.bucket}/${row.key}`);
  const findOld = async () => (await query(VERSION, [row.bucket, row.key])).rows[0];
  const old = await findOld();
  if (old && mode === 'create') throw new StorageError('KeyAlreadyExists');
  const { rows } = await query(old ? UPDATE : INSERT, [
    row.bucket,
    row.key,
    row.version,
    JSON.stringify(row.metadata),
    row.userMetadata && JSON.stringify(row.userMetadata),
    ownerOf(caller),
  ]);
  if (!rows[0]) {
    // A deletion does not lock the key: the update has waited for it.
    if (!(await findOld())) return writeObject(query, caller, row, mode);
    // Row-level security makes an update that is not allowed match no rows, without an error.
    throw new StorageError('PolicyViolation');
  }
  return { id: rows[0]['id'] as string, oldVersion: (old?.['version'] as string | undefined) ?? null };
}

const VERSION = 'select version from storage.objects where bucket_id = $1 and name = $2';
const INSERT = `insert into storage.objects (bucket_id, name, version, metadata, user_metadata, owner_id, owner)
  values ($1, $2, $3, nullif($4::jsonb, 'null'), $5::jsonb, $6::text, $6::text::uuid) returning id`;
const UPDATE = `update storage.objects set version = $3, metadata = nullif($4::jsonb, 'null'), user_metadata = $5::jsonb,
    owner_id = $6::text, owner = $6::text::uuid
  where bucket_id = $1 and name = $2 returning id`;

/**
 * Returns those of the versions that a row has: of an object, or of a part of a resumable upload. Waits for transactions
 * that are deleting one of them.
 */
export async function findVersions(query: RunQuery, versions: readonly string[]): Promise<ReadonlySet<string>> {
  const objects = await query('select version from storage.objects where version = any($1) for share', [versions]);
  const parts = await query('select version from backend.upload_parts where version = any($1) for share', [versions]);
  return new Set([...objects.rows, ...parts.rows].map(({ version }) => version as string));
}

/** Locks a key for the transaction, whether or not it has a row. */
export async function holdKey(query: RunQuery, path: string): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`storage ${path}`]);
}

/** The user who will own an object, or null for API keys. */
export function ownerOf({ claims }: Caller): string | null {
  return typeof claims['sub'] === 'string' && claims['sub'] !== '' ? claims['sub'] : null;
}

/** The characters of keys and, except for the slash, of bucket names (protocol.md 3). */
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** Returns a valid key unchanged. Throws StorageError `InvalidKey`. */
export function requireKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new StorageError('InvalidKey', key);
  return key;
}

/** The words after `/object/` that name endpoints: a bucket with such a name would be mistaken for one. */
const RESERVED: ReadonlySet<string> = new Set([
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'sign',
  'upload',
]);

/** Returns the name of a new bucket unchanged. Throws StorageError `InvalidBucketName`, also for words of the wire. */
export function requireNewBucketName(name: string): string {
  if (RESERVED.has(name)) throw new StorageError('InvalidBucketName');
  return requireBucketName(name);
}

/** Returns a valid bucket name unchanged. Throws StorageError `InvalidBucketName`. */
export function requireBucketName(name: string): string {
  if (!BUCKET_NAME.test(name) || name.trim() !== name) throw new StorageError('InvalidBucketName');
  return name;
}

/** Bucket and key of a path such as `/object/media/a/b.png`; throws StorageError `InvalidKey`. */
export function objectOfPath(c: BackendContext): { bucket: string; key: string } {
  return { bucket: bucketOfPath(c), key: requireKey(c.req.param('key') ?? '') };
}

/** The bucket in the path of a request. */
export function bucketOfPath(c: BackendContext): string {
  return c.req.param('bucket') ?? '';
}
