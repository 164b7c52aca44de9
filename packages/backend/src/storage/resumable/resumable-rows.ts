import { type Caller, asService } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import { StorageError } from '../errors.ts';
import { type WriteMode, holdKey, isoDate, ownerOf } from '../objects/objects.ts';
import { REMOVE_UPLOADS_EVERY_MS, RESUMABLE_MS } from '../limits.ts';
import { repeat } from '../bytes/join-storage.ts';
import { removeWithBytes } from '../objects/save-object.ts';
import type { StorageDeps } from '../storage-deps.ts';

/** A resumable upload that is not complete, or was completed within a day. */
export type ResumableUpload = {
  id: string;
  bucket: string;
  key: string;
  mode: WriteMode;
  /** The size of the whole object, and the stored bytes. */
  length: number;
  received: number;
  /** How many pieces the stored bytes have. */
  parts: number;
  /** The header Upload-Metadata, decoded. */
  metadata: Record<string, string | null>;
  isComplete: boolean;
  createdAt: string;
  /** Who began it. */
  role: string;
  subject: string | null;
};

/** A piece of the bytes: a version whose row is in backend.upload_parts. */
type UploadPart = { version: string; size: number };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Inserts a new upload to a place; `now` is its time of creation. */
export async function insertUpload(
  query: RunQuery,
  { id, length, metadata }: Pick<ResumableUpload, 'id' | 'length' | 'metadata'>,
  { caller, bucket, key, mode }: { caller: Caller; bucket: string; key: string; mode: WriteMode },
  now: Date,
): Promise<void> {
  await query(
    `insert into backend.resumable_uploads (id, bucket, key, is_upsert, length, metadata, role, subject, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, bucket, key, mode === 'either', length, JSON.stringify(metadata), caller.role, ownerOf(caller), now],
  );
}

/** Finds an upload. Throws StorageError `NoSuchUpload`. */
export async function findUpload(query: RunQuery, id: string): Promise<ResumableUpload> {
  const { rows } = await query(
    `select id, bucket, key, case when is_upsert then 'either' else 'create' end as mode, length::float8 as length,
       received::float8 as received, parts, metadata, completed_at is not null as "isComplete",
       ${isoDate('created_at')}, role, subject
     from backend.resumable_uploads where id = $1`,
    [UUID.test(id) ? id : null],
  );
  if (!rows[0]) throw new StorageError('NoSuchUpload');
  const { created_at: createdAt, ...upload } = rows[0];
  return { ...upload, createdAt } as ResumableUpload;
}

/** Whether the upload is the caller's: of the same user, or of the same API key. */
export function isOf(caller: Caller, { role, subject }: ResumableUpload): boolean {
  return role === caller.role && subject === ownerOf(caller);
}

/** Lists the pieces of an upload in their order. */
export async function listParts(query: RunQuery, { id, received }: ResumableUpload): Promise<UploadPart[]> {
  const { rows } = await query(
    `select version, (lead(start, 1, $2) over (order by start) - start)::float8 as size
     from backend.upload_parts where upload = $1 order by start`,
    [id, received],
  );
  return rows as UploadPart[];
}

/**
 * Adds a piece behind the bytes that were stored when its request began. Throws StorageError `OffsetConflict` when there
 * are others by now, or the upload is gone.
 */
export async function addPart(query: RunQuery, upload: ResumableUpload, { version, size }: UploadPart): Promise<void> {
  await holdKey(query, lockOf(upload));
  const { rowCount } = await query(
    `update backend.resumable_uploads set received = received + $3, parts = parts + 1
     where id = $1 and received = $2 and completed_at is null`,
    [upload.id, upload.received, size],
  );
  if (rowCount === 0) throw new StorageError('OffsetConflict');
  await query('insert into backend.upload_parts (upload, start, version) values ($1, $2, $3)', [
    upload.id,
    upload.received,
    version,
  ]);
}

/** The advisory lock of the transactions that add pieces to an upload; see `settleByRows`. */
export const lockOf = ({ id }: ResumableUpload) => `upload/resumable/${id}`;

/**
 * Completes an upload in the transaction that writes the row of its object, and returns the versions of its pieces, whose
 * rows are deleted. Throws StorageError `OffsetConflict` as `addPart` does.
 */
export async function completeUpload(query: RunQuery, { id, received }: ResumableUpload, now: Date): Promise<string[]> {
  const { rows } = await query('select backend.complete_upload($1, $2, $3) as versions', [id, received, now]);
  const versions = rows[0]?.['versions'] as string[] | null;
  if (!versions) throw new StorageError('OffsetConflict');
  return versions;
}

const AT_ONCE = 100;

/** Some uploads that began before a time, complete or not, locked. */
async function findOldUploads(query: RunQuery, before: Date): Promise<string[]> {
  const { rows } = await query(
    `select id from backend.resumable_uploads where created_at < $1 limit ${AT_ONCE} for update skip locked`,
    [before],
  );
  return rows.map(({ id }) => id as string);
}

/** Deletes uploads. Returns the rows of their pieces. */
async function deleteUploads(query: RunQuery, ids: readonly string[]): Promise<Record<string, unknown>[]> {
  // The row first: it waits for a transaction that adds a piece.
  await query('select from backend.resumable_uploads where id = any($1::uuid[]) for update', [ids]);
  const { rows } = await query('delete from backend.upload_parts where upload = any($1::uuid[]) returning version', [
    ids,
  ]);
  await query('delete from backend.resumable_uploads where id = any($1::uuid[])', [ids]);
  return rows;
}

/** Removes a resumable upload that its client has given up, with its bytes. */
export async function removeUpload(deps: StorageDeps, id: string): Promise<void> {
  await removeUploads(deps, async () => [id]);
}

/** Removes what was begun more than a day ago: at once, and regularly. Errors are logged; the next time tries again. */
export function keepRemovingOldUploads(deps: StorageDeps): void {
  const remove = () =>
    removeOldUploads(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'storage leaves old uploads'));
  void remove();
  repeat(deps.database, remove, REMOVE_UPLOADS_EVERY_MS);
}

async function removeOldUploads(deps: StorageDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - RESUMABLE_MS);
  while ((await removeUploads(deps, (query) => findOldUploads(query, before))) > 0);
}

/** Removes the uploads that `choose` names, with their bytes. Returns how many. */
async function removeUploads(deps: StorageDeps, choose: (query: RunQuery) => Promise<string[]>): Promise<number> {
  let count = 0;
  await removeWithBytes(
    deps,
    (work) => asService(deps.database, {}, work),
    async (query) => {
      const ids = await choose(query);
      count = ids.length;
      return deleteUploads(query, ids);
    },
  );
  return count;
}
