import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { asCaller, asService, type Caller, rollingBack } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import { type BucketRules, allowsType, PDF_TYPE, readBucketRules } from '../buckets/buckets.ts';
import { StorageError } from '../errors.ts';
import { pictureTypeOf } from '../pictures/picture-formats.ts';
import { reencodePicture } from '../pictures/pictures.ts';
import { type ObjectMetadata, type WriteMode, type WrittenRow, findVersions, holdKey, writeObject } from './objects.ts';
import { measureFile, receiveUpload, type UploadFacts } from './receive-upload.ts';
import { lockProcess } from '../bytes/settle-processes.ts';
import type { BackendContext } from '../../http/env.ts';
import { type StorageDeps, requestOf } from '../storage-deps.ts';

export type Target = { caller: Caller; bucket: string; key: string; mode: WriteMode };

/**
 * Saves an upload: tries the write as the caller (dry run), so that a client without rights does not send megabytes;
 * receives and checks the bytes; stores them; writes the row. Returns the id of the object. Throws StorageError, and
 * PostgreSQL's errors of row-level security.
 */
export async function saveUpload(deps: StorageDeps, c: BackendContext, target: Target): Promise<string> {
  const rules = await readBucketRules(deps.database, target.bucket);
  await dryRun(deps, c, target);
  await using received = await deps.bytes.incoming();
  const facts = await receiveUpload(c, received.path, rules.maxBytes);
  return await saveReceived(deps, c, target, { file: received.path, facts, rules });
}

/** A received and flushed file, within the size limit of the bucket whose rules these are. */
type Received = { file: string; facts: UploadFacts; rules: BucketRules };

/** Checks and stores a received file, and writes its row. Returns the id of the object; throws as `saveUpload` does. */
export async function saveReceived(
  deps: StorageDeps,
  c: BackendContext,
  target: Target,
  { file: received, facts, rules }: Received,
  beside?: WriteBeside,
): Promise<string> {
  await using decoded = await deps.bytes.incoming();
  const { file, mimetype } = await checkContent(rules, received, decoded.path, facts.contentType);
  const metadata = await describeFile(deps, file, mimetype, facts.cacheControl);
  const version = randomUUID();
  await deps.bytes.adopt(file, version);
  return await commitVersion(deps, c, target, { version, metadata, userMetadata: facts.userMetadata }, beside);
}

/** The file that is stored of an upload, and the type of its bytes. */
type CheckedFile = { file: string; mimetype: string };

/**
 * Reads the type of a received file. Where the bytes decide (`isByContent`), the claimed type is ignored, a picture is
 * encoded again into `decoded`, and a PDF stays as it is. Throws StorageError `UnsupportedMimeType`, and as
 * `reencodePicture` does.
 */
async function checkContent(
  rules: BucketRules,
  received: string,
  decoded: string,
  claimed: string,
): Promise<CheckedFile> {
  const checked = rules.isByContent
    ? await readContent(rules, received, decoded)
    : { file: received, mimetype: claimed };
  if (!allowsType(rules, checked.mimetype)) throw new StorageError('UnsupportedMimeType', checked.mimetype);
  return checked;
}

async function readContent(rules: BucketRules, received: string, decoded: string): Promise<CheckedFile> {
  if (allowsType(rules, PDF_TYPE) && (await isPdf(received))) return { file: received, mimetype: PDF_TYPE };
  return { file: decoded, mimetype: pictureTypeOf(await reencodePicture(received, decoded)) };
}

const PDF_START = '%PDF-';
const PDF_END = '%%EOF';
/** Readers accept the end mark within so many last bytes (ISO 32000-1, H.3). */
const END_BYTES = 1024;

/** Whether a file begins and ends as a PDF (ISO 32000-1, 7.5.2 and 7.5.5). */
async function isPdf(path: string): Promise<boolean> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (from: number, length: number): Promise<string> => {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from });
    return buffer.toString('latin1', 0, bytesRead);
  };
  if ((await read(0, PDF_START.length)) !== PDF_START) return false;
  return (await read(Math.max(0, size - END_BYTES), END_BYTES)).includes(PDF_END);
}

async function describeFile(
  deps: StorageDeps,
  file: string,
  mimetype: string,
  cacheControl: string,
): Promise<ObjectMetadata> {
  const { size, eTag } = await measureFile(file);
  const lastModified = deps.now().toISOString();
  return { eTag, size, mimetype, cacheControl, lastModified, contentLength: size, httpStatusCode: 200 };
}

type Version = Pick<WrittenRow, 'version' | 'metadata' | 'userMetadata'>;
/** Further writes in the transaction of a row. Returns the versions whose rows they delete. */
export type WriteBeside = (query: RunQuery) => Promise<readonly string[]>;

/** Writes the row of a version whose bytes are stored, then removes the version that it replaces. Returns the id. */
export async function commitVersion(
  deps: StorageDeps,
  c: BackendContext,
  target: Target,
  written: Version,
  beside?: WriteBeside,
): Promise<string> {
  const { bucket, key, caller, mode } = target;
  let removed: string[] = [];
  try {
    const { id } = await asCaller(deps.database, caller, requestOf(c), async (query) => {
      await lockProcess(query, deps.bytes.processId);
      const result = await writeObject(query, caller, { bucket, key, ...written }, mode);
      removed = [...(result.oldVersion ? [result.oldVersion] : []), ...((await beside?.(query)) ?? [])];
      await deps.bytes.mark(query, removed);
      await deps.bytes.confirm(query, written.version);
      return result;
    });
    await deps.bytes.settle([written.version], 'keep');
    await deps.bytes.settle(removed, 'remove');
    return id;
  } catch (error) {
    await settleByRows(deps, [written.version, ...removed], `${bucket}/${key}`);
    throw error;
  }
}

/**
 * Settles versions after an error: keeps the bytes of those that have a row and removes the others. Reads the rows as the
 * service. After a lost COMMIT the transaction may still be running; it holds the lock of the key `path`, so taking that
 * lock waits for its end. While the database is unavailable the marks stay, and another process settles them after this
 * one has ended.
 */
export async function settleByRows(deps: StorageDeps, versions: readonly string[], path?: string): Promise<void> {
  try {
    const kept = await asService(deps.database, {}, async (query) => {
      if (path) await holdKey(query, path);
      return findVersions(query, versions);
    });
    for (const version of versions) await deps.bytes.settle([version], kept.has(version) ? 'keep' : 'remove');
  } catch (error) {
    deps.log.warn({ err: error }, 'storage leaves marks to be settled later');
  }
}

type Row = Record<string, unknown>;

/**
 * Deletes rows of versions in one transaction of `transact`, then their bytes. Returns the rows. Throws as `transact` and
 * `deleteRows` do.
 */
export async function removeWithBytes(
  deps: StorageDeps,
  transact: (work: (query: RunQuery) => Promise<Row[]>) => Promise<Row[]>,
  deleteRows: (query: RunQuery) => Promise<Row[]>,
): Promise<Row[]> {
  let versions: string[] = [];
  try {
    const rows = await transact(async (query) => {
      await lockProcess(query, deps.bytes.processId);
      const deleted = await deleteRows(query);
      versions = deleted.flatMap(({ version }) => (version ? [version as string] : []));
      await deps.bytes.mark(query, versions);
      return deleted;
    });
    await deps.bytes.settle(versions, 'remove');
    return rows;
  } catch (error) {
    await settleByRows(deps, versions);
    throw error;
  }
}

/** Writes the row as the caller and rolls back. Throws the errors of the real write. */
export async function dryRun(
  deps: StorageDeps,
  c: BackendContext,
  { caller, bucket, key, mode }: Target,
): Promise<void> {
  const row = { bucket, key, version: randomUUID(), metadata: null, userMetadata: null };
  await rollingBack(
    (work) => asCaller(deps.database, caller, requestOf(c), work),
    (query) => writeObject(query, caller, row, mode),
  );
}
