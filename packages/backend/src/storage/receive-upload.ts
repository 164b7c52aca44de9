import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { causedBy } from '../http/error-catalogue.ts';
import { StorageError } from './errors.ts';
import { MAX_METADATA_BYTES } from './limits.ts';
import { type UploadFacts, decodeMetadata, readFacts } from './upload-facts.ts';
import type { BackendContext } from '../http/env.ts';

/** The bytes of the other parts of a form and of its boundaries. */
const FORM_ALLOWANCE = 64 * 1024;
const FIELD_LIMITS = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldSize: MAX_METADATA_BYTES,
  fieldNameSize: 100,
  headerPairs: 20,
};

/**
 * Writes the body of an upload to `file` and flushes it: the file of a multipart form, or the raw body (protocol.md 3).
 * Throws StorageError `EntityTooLarge` as soon as the limit is exceeded, and `InvalidRequest` for an invalid or
 * incomplete body.
 */
export async function receiveUpload(c: BackendContext, file: string, maxBytes: number): Promise<UploadFacts> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes + FORM_ALLOWANCE) throw new StorageError('EntityTooLarge');
  const body = Readable.fromWeb((c.req.raw.body ?? new Blob([]).stream()) as ReadableStream);
  const type = c.req.header('content-type') ?? '';
  try {
    return /^multipart\/form-data\b/i.test(type)
      ? await receiveForm(body, type, file, maxBytes)
      : await receiveBare(c, body, file, maxBytes);
  } catch (error) {
    // Only errors of the disk have a system call; others are an invalid body or a disconnected client.
    const isOurs = error instanceof StorageError || (error as NodeJS.ErrnoException).syscall !== undefined;
    throw isOurs ? error : causedBy(new StorageError('InvalidRequest', 'The body broke off or is no form'), error);
  }
}

async function receiveBare(c: BackendContext, body: Readable, file: string, maxBytes: number): Promise<UploadFacts> {
  await writeFile(body, file, maxBytes);
  return readFacts({
    contentType: c.req.header('content-type') || 'application/octet-stream',
    cacheControl: c.req.header('cache-control'),
    metadata: decodeMetadata(c.req.header('x-metadata')),
  });
}

async function receiveForm(body: Readable, type: string, file: string, maxBytes: number): Promise<UploadFacts> {
  const form = new Busboy({ headers: { 'content-type': type }, limits: { ...FIELD_LIMITS, fileSize: maxBytes + 1 } });
  const fields = new Map<string, string>();
  let contentType = '';
  let writing: Promise<void> | undefined;
  form.on('field', (name, value, _isNameCut, isValueCut) => {
    if (isValueCut) form.destroy(new StorageError('InvalidRequest', `The field ${name} is too long`));
    fields.set(name, value);
  });
  form.on('file', (_name, part, _fileName, _encoding, mimeType) => {
    contentType = mimeType;
    writing = writeFile(part, file, maxBytes);
    // Otherwise an incomplete part would keep the form open forever.
    writing.catch((error: Error) => form.destroy(error));
  });
  await pipeline(body, form);
  if (!writing) throw new StorageError('InvalidRequest', 'No content provided');
  await writing;
  return readFacts({
    contentType: fields.get('contentType') || contentType,
    cacheControl: fields.get('cacheControl'),
    metadata: fields.get('metadata'),
  });
}

async function writeFile(source: Readable, file: string, maxBytes: number): Promise<void> {
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      done(size > maxBytes ? new StorageError('EntityTooLarge') : null, chunk);
    },
  });
  await pipeline(source, count, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}

/** Returns the size and the ETag of a complete file. */
export async function measureFile(file: string): Promise<{ size: number; eTag: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    hash.update(chunk);
  }
  return { size, eTag: `"${hash.digest('hex').slice(0, 32)}"` };
}
