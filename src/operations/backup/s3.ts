import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { S3Failure, createS3Client, openS3Store } from '#backend/storage/s3-store.ts';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { versionKey } from '#backend/storage/paths.ts';
import { inChunks } from './rows.ts';
import { type Destination, type StoredFile, placeOf } from './destination.ts';
import type { SiteFiles } from './site-files.ts';

/** A store takes 10,000 parts of at least 5 MiB: with these a backup may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
/** One part at 2 Mbit/s. */
const PART_WITHIN_MS = 120_000;

type Place = { Bucket: string; Key: string };

/** Opens a bucket of an S3-compatible store, or a prefix in it, as a place for backups. */
export function openS3(settings: S3Settings): Destination {
  const client = createS3Client(settings);
  const { bucket, prefix } = settings;
  const place = placeOf({ kind: 's3', settings });
  const at = (name: string): Place => ({ Bucket: bucket, Key: prefix + name });
  const orReject = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => rejectStore(place, error));
  return {
    place,
    write: (name, content) => upload(client, at(name), content, place),
    read: async (name) => {
      const found = await client.send(new GetObjectCommand(at(name))).catch((error: unknown) => {
        if (new S3Failure(error).code === 'NoSuchKey') return null;
        return rejectStore(place, error);
      });
      return found && { bytes: found.ContentLength ?? 0, content: found.Body as Readable };
    },
    list: () => orReject(listFiles(client, bucket, prefix)),
    remove: async (name) => {
      await orReject(client.send(new DeleteObjectCommand(at(name))));
    },
  };
}

/** The store has the object only when the upload is completed. */
async function upload(client: S3Client, at: Place, content: Readable, place: string): Promise<number> {
  const orReject = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => rejectStore(place, error));
  const { UploadId } = await orReject(client.send(new CreateMultipartUploadCommand(at)));
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  let bytes = 0;
  try {
    for await (const chunk of inChunks(content, PART_BYTES)) {
      const PartNumber = parts.length + 1;
      const command = new UploadPartCommand({ ...at, UploadId, PartNumber, Body: chunk, ContentLength: chunk.length });
      const { ETag } = await orReject(client.send(command, { requestTimeout: PART_WITHIN_MS }));
      parts.push({ PartNumber, ETag });
      bytes += chunk.length;
    }
    const MultipartUpload = { Parts: parts };
    await orReject(client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload })));
    return bytes;
  } catch (error) {
    content.destroy();
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => {});
    throw error;
  }
}

async function listFiles(client: S3Client, bucket: string, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  let after: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: after }),
    );
    for (const { Key = '', Size = 0 } of page.Contents ?? [])
      files.push({ name: Key.slice(prefix.length), bytes: Size });
    after = page.NextContinuationToken;
  } while (after);
  return files;
}

/** Errors of the SDK hold requests with keys; only code, status and message are kept. */
function rejectStore(place: string, error: unknown): never {
  throw new ConfigurationError(`The store of backups ${place} cannot be used: ${new S3Failure(error).message}`);
}

/** The uploaded files of a site in an S3-compatible store. */
export function filesInStore(settings: S3Settings): SiteFiles {
  const client = createS3Client(settings);
  const { bucket, prefix } = settings;
  const store = openS3Store(settings);
  return {
    read: async (version) => {
      const command = new GetObjectCommand({ Bucket: bucket, Key: prefix + versionKey(version) });
      const found = await client.send(command).catch((error: unknown) => {
        const failure = new S3Failure(error);
        if (failure.code === 'NoSuchKey') return null;
        throw failure;
      });
      return found && { bytes: found.ContentLength ?? 0, content: found.Body as Readable };
    },
    put: (version, file) => store.put(versionKey(version), file),
  };
}
