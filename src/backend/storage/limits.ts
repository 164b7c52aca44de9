/** The largest object, whatever its bucket allows; the default of a hosted project. */
export const MAX_OBJECT_BYTES = 50 * 1024 * 1024;
/** Metadata that a caller may attach to an object, as JSON text. */
export const MAX_METADATA_BYTES = 16 * 1024;
export const MAX_KEY_LENGTH = 1024;
/** Objects that one request may remove or sign (wire.md 3). */
export const MAX_NAMES = 1000;
export const MAX_LISTED = 1000;

/** Longer than any screen; some decoders and printers give up beyond it. */
export const MAX_SIDE = 16_000;
/** Pictures that are decoded at a time, and that wait for it. */
export const PICTURES_AT_ONCE = 2;
export const PICTURES_WAITING = 40;
/** New renders that one client address may cause in a minute; those that are kept already do not count. */
export const RENDERS_PER_MINUTE = 120;
/** Renders kept of one picture. */
export const MAX_KEPT_RENDERS = 80;

/** How often a process settles what others left when they died. */
export const SETTLE_EVERY_MS = 60_000;
/** Age at which marks and half-received files of app versions without process folders are settled. */
export const OLD_LAYOUT_MS = 60 * 60_000;

/** How long a signed upload may wait (wire.md 3). */
export const SIGNED_UPLOAD_SECONDS = 7200;
