import { MAX_PICTURE_PIXELS, type PictureFormat } from '#contract/pictures.ts';

/** The largest object, whatever its bucket allows; the default of a hosted project. */
export const MAX_OBJECT_BYTES = 50 * 1024 * 1024;
/** Metadata that a caller may attach to an object, as JSON text. */
export const MAX_METADATA_BYTES = 16 * 1024;
export const MAX_KEY_LENGTH = 1024;
/** Objects that one request may remove or sign (protocol.md 3). */
export const MAX_NAMES = 1000;
export const MAX_LISTED = 1000;

/** Longer than any screen; some decoders and printers give up beyond it. */
export const MAX_SIDE = 16_000;
/** Frames of a picture that moves: each costs time, however small it is. */
export const MAX_FRAMES = 1000;
/**
 * Pixels (width × height × frames) of a picture that is decoded. AVIF takes 18 bytes of memory for each, the others 6 or
 * fewer, so that none takes more than 300 MB.
 */
export const MAX_DECODED_PIXELS: Readonly<Record<PictureFormat, number>> = {
  ...{ jpeg: MAX_PICTURE_PIXELS, png: MAX_PICTURE_PIXELS, webp: MAX_PICTURE_PIXELS, gif: MAX_PICTURE_PIXELS },
  avif: 13e6,
};
/** The same for an upload, which is also encoded anew: WebP then takes 14 bytes, AVIF 23, a progressive JPEG 12. */
export const MAX_UPLOADED_PIXELS = { ...MAX_DECODED_PIXELS, webp: 22e6 } as const;
/** The same for one that is progressive or interlaced, or has 16 bits a sample: it is held whole in memory. */
export const MAX_UPLOADED_PIXELS_WHOLE = 25e6;
/** Texts (comments, XMP) of a PNG, and their bytes when unpacked. */
export const MAX_PNG_TEXTS = 200;
export const MAX_PNG_TEXT_BYTES = 8 * 1024 * 1024;

/** The message beyond the two limits below. */
export const TOO_MANY_AT_ONCE = 'Too many requests at once, please try again';
/** Uploaded pictures that are decoded at a time, and that wait for it. */
export const UPLOADS_DECODED_AT_ONCE = 1;
export const UPLOADS_WAITING = 20;
/** Renders that are made at a time, and that wait for it; and what of both one client address may take. */
export const RENDERS_AT_ONCE = 2;
export const RENDERS_WAITING = 40;
export const RENDERS_AT_ONCE_PER_ADDRESS = 1;
export const RENDERS_WAITING_PER_ADDRESS = 24;
/** New renders that one client address may cause in a minute; those that are kept already do not count. */
export const RENDERS_PER_MINUTE = 120;
/** Of these, in sizes and qualities that the site itself does not use. */
export const OTHER_RENDERS_PER_MINUTE = 30;
/** Renders kept of one picture beside those in the sizes of the site; the one that is not used for longest goes. */
export const MAX_OTHER_RENDERS = 24;
/** Pixels of a render, or of a frame of one: encoding AVIF takes 23 bytes for each. */
export const MAX_RENDERED_PIXELS = 8e6;

/** How often a process settles what others left when they died. */
export const SETTLE_EVERY_MS = 60_000;
/** Age at which marks and half-received files of app versions without process folders are settled. */
export const OLD_LAYOUT_MS = 60 * 60_000;

/** How long a signed upload may wait (protocol.md 3). */
export const SIGNED_UPLOAD_SECONDS = 7200;
