import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { asCaller, asService, type Caller } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import { type BucketRules, readBucketRules } from '../buckets/buckets.ts';
import { checkContent } from './check-content.ts';
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
  const received = await deps.bytes.incoming();
  try {
    const facts = await receiveUpload(c, received, rules.maxBytes);
    return await saveReceived(deps, c, target, { file: received, facts, rules });
  } finally {
    await rm(received, { force: true });
  }
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
  const decoded = await deps.bytes.incoming();
  try {
    const { file, mimetype } = await checkContent(rules, received, decoded, facts.contentType);
    const metadata = await describeFile(deps, file, mimetype, facts.cacheControl);
    const version = randomUUID();
    await deps.bytes.adopt(file, version);
    return await commitVersion(deps, c, target, { version, metadata, userMetadata: facts.userMetadata }, beside);
  } finally {
    await rm(decoded, { force: true });
  }
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

class DryRun extends Error {}

/** Writes the row as the caller and rolls back. Throws the errors of the real write. */
export async function dryRun(
  deps: StorageDeps,
  c: BackendContext,
  { caller, bucket, key, mode }: Target,
): Promise<void> {
  const row = { bucket, key, version: randomUUID(), metadata: null, userMetadata: null };
  const write = async (query: RunQuery): Promise<void> => {
    await writeObject(query, caller, row, mode);
    throw new DryRun();
  };
  await asCaller(deps.database, caller, requestOf(c), write).catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
  });
}
