import type { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { versionKey } from '#backend/storage/paths.ts';
import { S3Failure, createS3Client, openS3Store } from '#backend/storage/s3-store.ts';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import type { SiteFiles } from './site-files.ts';

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
