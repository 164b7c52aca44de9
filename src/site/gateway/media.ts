import { PDF_TYPE, PICTURE_WIDTHS } from '#contract/pictures.ts';
import { slugFromTitle } from '#contract/slug.ts';
import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';
import { browserSiteConfig } from './site-config.ts';
import { newId, writeOneRow } from './writes.ts';

const BUCKET = 'media';
/** Names are unique, so the object behind a name never changes. */
const YEAR_S = '31536000';
/** The most objects that the storage service lists in one answer. */
const MAX_LISTED = 1000;

/** A file in the bucket: a picture or a PDF. */
export type MediaFile = { path: string; size: number; createdAt: string };
/** The metadata stored with a picture; width and height are zero where they are unknown. */
type PictureNotes = { alt: string; width: number; height: number };
/** A picture to use in a post. */
export type ChosenPicture = PictureNotes & { path: string; url: string };

type UploadOptions = {
  /** Called with the fraction that is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** Uploads a picture with its size and description. Throws as `uploadFile` does. */
export async function uploadImage(
  client: DataClient,
  file: File,
  { notes, ...options }: UploadOptions & { notes: PictureNotes },
): Promise<ChosenPicture> {
  return { ...notes, ...(await uploadFile(client, file, notes, options)) };
}

/** Uploads a PDF. Throws as `uploadFile` does. */
export function uploadPdf(client: DataClient, file: File, options: UploadOptions): Promise<{ url: string }> {
  // Some systems know no type of it.
  return uploadFile(client, new File([file], file.name, { type: PDF_TYPE }), {}, options);
}

/**
 * Uploads a file under a name made from its own. Throws RejectedUpload, an `AbortError`, or a TypeError where the service
 * did not answer.
 */
async function uploadFile(client: DataClient, file: File, notes: object, options: UploadOptions) {
  const path = nameFor(file);
  // The client uploads with fetch, which reports no progress. A signed upload may be sent by XMLHttpRequest.
  const data = await dataOf(client.storage.from(BUCKET).createSignedUploadUrl(path));
  options.signal?.throwIfAborted();
  const form = new FormData();
  form.append('cacheControl', YEAR_S);
  form.append('metadata', JSON.stringify(notes));
  form.append('', file);
  await sendFile(data.signedUrl, form, options);
  return { path, url: urlFor(path) };
}

/** The pictures, newest first. Rethrows the storage service's error, as `listPdfs` does. */
export async function listImages(client: DataClient): Promise<MediaFile[]> {
  return (await listFiles(client)).filter(({ type }) => type !== PDF_TYPE);
}

/** The PDF files, newest first. */
export async function listPdfs(client: DataClient): Promise<MediaFile[]> {
  return (await listFiles(client)).filter(({ type }) => type === PDF_TYPE);
}

async function listFiles(client: DataClient): Promise<(MediaFile & { type: string })[]> {
  const sortBy = { column: 'created_at', order: 'desc' };
  const data = await dataOf(client.storage.from(BUCKET).list('', { limit: MAX_LISTED, sortBy }));
  return data
    .filter(({ id }) => id !== null)
    .map(({ name, created_at, metadata }) => ({
      path: name,
      createdAt: created_at ?? '',
      size: metadata?.size ?? 0,
      type: metadata?.mimetype ?? '',
    }));
}

/** The metadata of a picture. Rethrows the storage service's error. */
export async function readImageNotes(client: DataClient, path: string): Promise<PictureNotes> {
  const data = await dataOf(client.storage.from(BUCKET).info(path));
  const { alt, width, height } = (data.metadata ?? {}) as Record<string, unknown>;
  return { alt: typeof alt === 'string' ? alt : '', width: Number(width) || 0, height: Number(height) || 0 };
}

/** Throws RejectedWrite where nothing was removed, and the storage service's error. */
export async function removeMediaFile(client: DataClient, path: string): Promise<void> {
  await writeOneRow(client.storage.from(BUCKET).remove([path]));
}

/**
 * The URL of a picture: with the embedded backend a path on this origin, so that it survives a change of domain. With
 * `width`, the URL of a rendition at least that wide, where the backend is the embedded one.
 */
export function urlFor(path: string, width?: number): string {
  const { supabaseUrl } = browserSiteConfig();
  const place = `public/${BUCKET}/${path.split('/').map(encodeURIComponent).join('/')}`;
  if (width === undefined || supabaseUrl) return `${supabaseUrl}/storage/v1/object/${place}`;
  const rendered = PICTURE_WIDTHS.find((listed) => listed >= width) ?? PICTURE_WIDTHS.at(-1);
  return `/storage/v1/render/image/${place}?width=${rendered}`;
}

/** `Port of Mumbai.JPG` becomes `port-of-mumbai-k3f9x2ab.jpg`: readable and unique. */
function nameFor({ name, type }: File): string {
  // redos-disable-next-line -- the name of a file, 255 characters at most
  const stem = slugFromTitle(name.replace(/\.[^.]*$/, '').replace(/[_.]/g, ' ')).slice(0, 60) || 'file';
  const mark = newId().slice(0, 8);
  return `${stem}-${mark}.${type.replace(/^.*\//, '').replace('jpeg', 'jpg')}`;
}

type Rejection = { code?: string; statusCode?: string; message?: string };

/** An upload that the storage service rejected, with the codes of its wire (protocol.md 3). */
export class RejectedUpload extends Error {
  override name = 'RejectedUpload';
  readonly code: string;
  readonly statusCode: string;
  constructor({ code = '', statusCode = '', message = '' }: Rejection) {
    super(message);
    this.code = code;
    this.statusCode = statusCode;
  }
}

/**
 * Sends a form by PUT and reports progress. Rejects with RejectedUpload where the service rejects it, an AbortError
 * when it is aborted, and a TypeError, as fetch does, when no server answers.
 */
function sendFile(url: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('apikey', browserSiteConfig().anonKey);
    request.setRequestHeader('x-upsert', 'false');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(new RejectedUpload(readError(request))),
    );
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** The body may be a proxy's and not JSON. */
function readError({ status, responseText }: XMLHttpRequest): Rejection {
  try {
    return { statusCode: String(status), ...(JSON.parse(responseText) as object) };
  } catch {
    return { statusCode: String(status) };
  }
}
