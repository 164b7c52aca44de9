import { Upload, type UploadOptions } from 'tus-js-client';

export type ResumableTarget = { bucket: string; key: string; type?: string; metadata?: Record<string, unknown> };

/** The headers of a caller for tus-js-client. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Uploads with tus-js-client as the client's documentation says. Resolves with the URL of the upload. */
export function uploadByTus(
  url: string,
  bytes: Buffer,
  { bucket, key, type = 'application/octet-stream', metadata }: ResumableTarget,
  options: UploadOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/storage/v1/upload/resumable`,
      retryDelays: null,
      metadata: {
        bucketName: bucket,
        objectName: key,
        contentType: type,
        cacheControl: '3600',
        ...(metadata && { metadata: JSON.stringify(metadata) }),
      },
      chunkSize: 64 * 1024,
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
      ...options,
    });
    upload.start();
  });
}

/** One request of the protocol. */
export function askResumable(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: BodyInit,
): Promise<Response> {
  const init = { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, body, duplex: 'half' };
  return fetch(url, init);
}

/** The headers that begin an upload of `length` bytes. */
export function beginning({ bucket, key, type }: ResumableTarget, length: number | string): Record<string, string> {
  const fields = { bucketName: bucket, objectName: key, ...(type && { contentType: type }) };
  const encoded = Object.entries(fields).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
  return { 'Upload-Length': String(length), 'Upload-Metadata': encoded.join(',') };
}

/** The headers of a piece that starts at an offset. */
export function pieceAt(offset: number | string): Record<string, string> {
  return { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
}
