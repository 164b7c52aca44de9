import type { PictureFormat } from './picture-formats.ts';

/** The largest object in any bucket; the default of a hosted project. */
export const MAX_OBJECT_BYTES = 50 * 1024 * 1024;
/** Metadata of an object that a caller sets, as JSON text. */
export const MAX_METADATA_BYTES = 16 * 1024;
export const MAX_KEY_LENGTH = 1024;
/** Objects that one request may remove or sign (protocol.md 3). */
export const MAX_NAMES = 1000;
export const MAX_LISTED = 1000;

/** Width times height times frames, which bounds the memory that decoding takes. */
export const MAX_PICTURE_PIXELS = 50_000_000;
/** Width and height. Some decoders fail beyond it. */
export const MAX_SIDE = 16_000;
/** Frames of an animation: each takes time, however small it is. */
export const MAX_FRAMES = 1000;
/**
 * Pixels (width × height × frames) of a decoded picture. AVIF takes 18 bytes of memory per pixel, other formats at most
 * 6, so decoding takes at most 300 MB.
 */
export const MAX_DECODED_PIXELS: Readonly<Record<PictureFormat, number>> = {
  jpeg: MAX_PICTURE_PIXELS,
  png: MAX_PICTURE_PIXELS,
  webp: MAX_PICTURE_PIXELS,
  gif: MAX_PICTURE_PIXELS,
  avif: 13e6,
};
/** The same for an upload, which is also encoded: WebP then takes 14 bytes per pixel, AVIF 23, progressive JPEG 12. */
export const MAX_UPLOADED_PIXELS = { ...MAX_DECODED_PIXELS, webp: 22e6 } as const;
/** The same for progressive, interlaced and 16-bit pictures, which are held in memory as a whole. */
export const MAX_UPLOADED_PIXELS_WHOLE = 25e6;
/** Texts (comments, XMP) of a PNG, and their uncompressed bytes. */
export const MAX_PNG_TEXTS = 200;
export const MAX_PNG_TEXT_BYTES = 8 * 1024 * 1024;

/** The message of requests beyond the limits of uploads and renders. */
export const TOO_MANY_AT_ONCE = 'Too many requests at once, please try again';
/** Uploaded pictures that are decoded at a time, and that wait. */
export const UPLOADS_DECODED_AT_ONCE = 1;
export const UPLOADS_WAITING = 20;
/** Renders that run at a time, and that wait; then the part of both that one client address may use. */
export const RENDERS_AT_ONCE = 2;
export const RENDERS_WAITING = 400;
export const RENDERS_AT_ONCE_PER_ADDRESS = 1;
export const RENDERS_WAITING_PER_ADDRESS = 24;
/** New renders of one client address per minute; cached renders do not count. */
export const RENDERS_PER_MINUTE = 120;
/** Of these, renders in sizes and qualities that the site does not use. */
export const OTHER_RENDERS_PER_MINUTE = 30;
/** Cached renders of one picture in sizes that the site does not use; the least recently used is deleted. */
export const MAX_OTHER_RENDERS = 24;
/** Pixels of a render, or of one frame: encoding AVIF takes 23 bytes for each. */
export const MAX_RENDERED_PIXELS = 8e6;

/** How often a process settles the marks of dead processes. */
export const SETTLE_EVERY_MS = 60_000;
/** How often a machine with an S3 store removes renders of pictures that no longer exist. */
export const REMOVE_RENDERS_EVERY_MS = 60 * 60_000;
/** Age at which marks and incomplete uploads of app versions without process folders are settled. */
export const OLD_LAYOUT_MS = 60 * 60_000;

/** How long an unfinished resumable upload may be continued. */
export const RESUMABLE_MS = 24 * 60 * 60_000;
/** How often a process removes those that are older. */
export const REMOVE_UPLOADS_EVERY_MS = 60 * 60_000;
/** Requests with bytes of one resumable upload; clients send 6 MB in each. */
export const MAX_PARTS = 500;
/** Resumable uploads that one client address may begin in a minute. */
export const RESUMABLE_PER_MINUTE = 120;

/** Lifetime of a signed upload URL (protocol.md 3). */
export const SIGNED_UPLOAD_SECONDS = 7200;
