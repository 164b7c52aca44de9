import { MAX_PICTURE_BYTES, PICTURE_TYPES, PICTURE_WIDTHS } from '#contract/pictures.ts';
import { slugFromTitle } from '#contract/slug.ts';
import type { DataClient } from './client.ts';
import { expectOneRow } from './rejected-write.ts';
import { sendFile } from './send-file.ts';
import { browserSiteConfig } from './site-config.ts';

const BUCKET = 'media';
/** A name is never given twice, so what it names never changes. */
const YEAR_S = '31536000';
/** The most that the storage service lists in one answer. */
const MOST_LISTED = 1000;

/** A picture that is already there. */
export type StoredPicture = { path: string; size: number; createdAt: string };
/** What was noted when a picture was uploaded; zero where nothing is known. */
export type PictureNotes = { alt: string; width: number; height: number };
export type UploadedPicture = PictureNotes & { path: string; url: string };

export type UploadOptions = {
  notes: PictureNotes;
  /** Called with the share that is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Uploads a picture under a name made from its own. Throws the storage service's refusal (`code`, `statusCode`), an
 * `AbortError`, or a TypeError where the service did not answer.
 */
export async function uploadImage(client: DataClient, file: File, options: UploadOptions): Promise<UploadedPicture> {
  const { notes, onProgress, signal } = options;
  const path = nameFor(file);
  // The client sends with fetch, which tells no progress; a signed upload may be sent by any means.
  const { data, error } = await client.storage.from(BUCKET).createSignedUploadUrl(path);
  if (error) throw error;
  signal?.throwIfAborted();
  const form = new FormData();
  form.append('cacheControl', YEAR_S);
  form.append('metadata', JSON.stringify(notes));
  form.append('', file);
  await sendFile(
    data.signedUrl,
    form,
    { apikey: browserSiteConfig().anonKey, 'x-upsert': 'false' },
    { onProgress, signal },
  );
  return { ...notes, path, url: urlFor(path) };
}

/** The pictures, newest first. Rethrows the storage service's error. */
export async function listImages(client: DataClient): Promise<StoredPicture[]> {
  const sortBy = { column: 'created_at', order: 'desc' };
  const { data, error } = await client.storage.from(BUCKET).list('', { limit: MOST_LISTED, sortBy });
  if (error) throw error;
  return data
    .filter(({ id }) => id !== null)
    .map(({ name, created_at, metadata }) => ({
      path: name,
      createdAt: created_at ?? '',
      size: metadata?.size ?? 0,
    }));
}

/** What was noted of a picture when it was uploaded. Rethrows the storage service's error. */
export async function readImageNotes(client: DataClient, path: string): Promise<PictureNotes> {
  const { data, error } = await client.storage.from(BUCKET).info(path);
  if (error) throw error;
  const { alt, width, height } = (data.metadata ?? {}) as Record<string, unknown>;
  return { alt: typeof alt === 'string' ? alt : '', width: Number(width) || 0, height: Number(height) || 0 };
}

/** Throws RejectedWrite where nothing was removed, and the storage service's error. */
export async function removeImage(client: DataClient, path: string): Promise<void> {
  const { data, error } = await client.storage.from(BUCKET).remove([path]);
  if (error) throw error;
  expectOneRow(data);
}

/**
 * The address of a picture: a path on this origin, so that it outlives a change of domain, unless the backend is a
 * hosted one. With `width`, of a copy no narrower than that, where the embedded storage makes them.
 */
export function urlFor(path: string, width?: number): string {
  const { supabaseUrl } = browserSiteConfig();
  const place = `public/${BUCKET}/${path.split('/').map(encodeURIComponent).join('/')}`;
  if (width === undefined || supabaseUrl) return `${supabaseUrl}/storage/v1/object/${place}`;
  const rendered = PICTURE_WIDTHS.find((listed) => listed >= width) ?? PICTURE_WIDTHS.at(-1);
  return `/storage/v1/render/image/${place}?width=${rendered}`;
}

export type FileError = 'too-large' | 'not-a-picture';

/** What can be said against a file before it is sent; the server looks at the content itself. */
export function errorOfFile({ size, type }: Pick<File, 'size' | 'type'>): FileError | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return 'not-a-picture';
  return size > MAX_PICTURE_BYTES ? 'too-large' : null;
}

/** `Port of Mumbai.JPG` becomes `port-of-mumbai-k3f9x2ab.jpg`: readable, and never the name of another. */
function nameFor({ name, type }: File): string {
  // redos-disable-next-line -- the name of a file, 255 characters at most
  const stem = slugFromTitle(name.replace(/\.[^.]*$/, '').replace(/[_.]/g, ' ')).slice(0, 60) || 'picture';
  const mark = crypto.randomUUID().slice(0, 8);
  return `${stem}-${mark}.${type.replace('image/', '').replace('jpeg', 'jpg')}`;
}
