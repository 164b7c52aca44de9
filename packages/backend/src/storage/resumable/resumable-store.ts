import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, Upload } from '@tus/server';
import { type Caller, asService } from '../../database/as-caller.ts';
import { addressKey } from '../../http/client-address.ts';
import type { BackendContext } from '../../http/env.ts';
import { allowsType, readBucketRules } from '../buckets/buckets.ts';
import { lockProcess } from '../bytes/settle-processes.ts';
import { StorageError } from '../errors.ts';
import { MAX_PARTS, RESUMABLE_MS } from '../limits.ts';
import { requireKey } from '../objects/objects.ts';
import { type UploadFacts, readFacts } from '../objects/receive-upload.ts';
import { type Target, dryRun, saveReceived, settleByRows } from '../objects/save-object.ts';
import type { StorageDeps } from '../storage-deps.ts';
import {
  type ResumableUpload,
  addPart,
  completeUpload,
  findUpload,
  insertUpload,
  isOf,
  listParts,
  lockOf,
  removeUpload,
} from './resumable-rows.ts';

/** Who uploads to a place (`bucket/key`), and whether an object there may be replaced. Throws StorageError. */
export type IdentifyUploader = (place: string) => Promise<{ caller: Caller; upsert: boolean }>;
type Metadata = ResumableUpload['metadata'];

/** The parts of the protocol that are offered. */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];

/**
 * The resumable uploads of one request. Each piece of bytes is a version of its own, marked like any other, until the
 * last one arrives: then one transaction writes the row of the object, with the rights of the caller, and completes the
 * upload. So an upload whose offset is its length has its object. Throws StorageError, and PostgreSQL's errors of
 * row-level security.
 */
export class ResumableStore extends DataStore {
  override extensions = TUS_EXTENSIONS;
  private readonly deps: StorageDeps;
  private readonly c: BackendContext;
  private readonly identify: IdentifyUploader;
  /** Set by `prepare` or `authorize`, which run before every other method. */
  private target!: Target;
  /** Set by `create` or `getUpload`, which run before `write`. */
  private upload!: ResumableUpload;

  constructor(deps: StorageDeps, c: BackendContext, identify: IdentifyUploader) {
    super();
    this.deps = deps;
    this.c = c;
    this.identify = identify;
  }

  /** Checks a new upload before anything is stored: its name, size and type, and the rights of the caller. */
  async prepare({ size = 0, metadata = {} }: Upload): Promise<void> {
    const { deps, c } = this;
    await deps.limitResumable.take(addressKey(c.env.clientAddress));
    const bucket = metadata['bucketName'] ?? '';
    const key = requireKey(metadata['objectName'] ?? '');
    const { caller, upsert } = await this.identify(`${bucket}/${key}`);
    const rules = await readBucketRules(deps.database, bucket);
    if (size > rules.maxBytes) throw new StorageError('EntityTooLarge');
    const { contentType } = factsOf(metadata);
    const isAllowed = rules.isByContent || allowsType(rules, contentType);
    if (!isAllowed) throw new StorageError('UnsupportedMimeType', contentType);
    this.target = { caller, bucket, key, mode: upsert ? 'either' : 'create' };
    await dryRun(deps, c, this.target);
  }

  /** Checks that the upload is the caller's and, before a write, that the caller still has the rights for it. */
  async authorize(id: string, isWrite: boolean): Promise<void> {
    const upload = await this.find(id);
    const { bucket, key, mode } = upload;
    const { caller } = await this.identify(`${bucket}/${key}`);
    if (!isOf(caller, upload)) throw new StorageError('NoSuchUpload');
    this.target = { caller, bucket, key, mode };
    if (!isWrite || upload.isComplete) return;
    if (upload.parts >= MAX_PARTS) throw new StorageError('InvalidRequest', 'The upload came in too many pieces');
    await dryRun(this.deps, this.c, this.target);
  }

  override async create(upload: Upload): Promise<Upload> {
    const { deps, target } = this;
    const { id, size: length = 0, metadata = {} } = upload;
    await asService(deps.database, {}, (query) => insertUpload(query, { id, length, metadata }, target, deps.now()));
    this.upload = await this.find(id);
    if (length === 0) await this.completeEmpty();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    this.upload = await this.find(id);
    const { length, received, metadata, createdAt } = this.upload;
    return new Upload({ id, size: length, offset: received, metadata, creation_date: createdAt });
  }

  /** Stores a piece, also one that broke off. Returns the new offset. */
  override async write(stream: Readable, _id: string, offset: number): Promise<number> {
    const { deps, upload } = this;
    if (upload.isComplete || upload.length === 0) return offset;
    await using file = await deps.bytes.incoming();
    const { size, error } = await receivePiece(stream, file.path);
    if (offset + size === upload.length) await this.complete(file.path);
    else if (size > 0) await this.addPiece(file.path, size);
    if (error) throw error;
    return offset + size;
  }

  override async remove(id: string): Promise<void> {
    await removeUpload(this.deps, id);
  }

  override getExpiration(): number {
    return RESUMABLE_MS;
  }

  private find(id: string): Promise<ResumableUpload> {
    return asService(this.deps.database, { readOnly: true }, (query) => findUpload(query, id));
  }

  private async addPiece(file: string, size: number): Promise<void> {
    const { deps, upload } = this;
    const version = randomUUID();
    await deps.bytes.adopt(file, version);
    try {
      await asService(deps.database, {}, async (query) => {
        await lockProcess(query, deps.bytes.processId);
        await addPart(query, upload, { version, size });
        await deps.bytes.confirm(query, version);
      });
      await deps.bytes.settle([version], 'keep');
    } catch (error) {
      await settleByRows(deps, [version], lockOf(upload));
      throw error;
    }
  }

  private async completeEmpty(): Promise<void> {
    await using file = await this.deps.bytes.incoming();
    await writeFile(file.path, '', { mode: 0o600, flush: true });
    await this.complete(file.path);
  }

  /** Saves the object like any other upload. */
  private async complete(lastPiece: string): Promise<void> {
    const { deps, c, upload, target } = this;
    const rules = await readBucketRules(deps.database, upload.bucket);
    if (upload.length > rules.maxBytes) throw new StorageError('EntityTooLarge');
    await using joined = await deps.bytes.incoming();
    if (upload.parts > 0) await joinPieces(deps, upload, lastPiece, joined.path);
    const received = { file: upload.parts > 0 ? joined.path : lastPiece, facts: factsOf(upload.metadata), rules };
    await saveReceived(deps, c, target, received, (query) => completeUpload(query, upload, deps.now()));
  }
}

function factsOf({ contentType, cacheControl, metadata }: Metadata): UploadFacts {
  return readFacts({ contentType: contentType || 'application/octet-stream', cacheControl, metadata });
}

type ReceivedPiece = {
  /** In bytes. */
  size: number;
  /** What ended the request before its end, or null. */
  error: Error | null;
};

/** Writes the bytes of a request to a new file and flushes it, as many as arrive. Throws the errors of the disk. */
async function receivePiece(stream: Readable, file: string): Promise<ReceivedPiece> {
  await using out = await open(file, 'wx', 0o600);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let size = 0;
  for (;;) {
    const next = await chunks.next().catch((error: Error) => error);
    if (next instanceof Error || next.done) {
      await out.sync();
      return { size, error: next instanceof Error ? next : null };
    }
    await out.appendFile(next.value);
    size += next.value.byteLength;
  }
}

/**
 * Writes the stored pieces of an upload and the last one to a new file, and flushes it. Throws as `Bytes.read` does,
 * `NoSuchKey` when another request has removed the upload.
 */
async function joinPieces(
  { bytes, database }: StorageDeps,
  upload: ResumableUpload,
  lastPiece: string,
  file: string,
): Promise<void> {
  const parts = await asService(database, { readOnly: true }, (query) => listParts(query, upload));
  const append = (source: Readable) =>
    pipeline(source, createWriteStream(file, { flags: 'a', mode: 0o600, flush: true }));
  for (const { version, size } of parts) await append(await bytes.read(version, { start: 0, end: size - 1 }));
  await append(createReadStream(lastPiece));
}
