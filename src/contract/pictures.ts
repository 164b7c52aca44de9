/** The widths, in pixels, in which pictures are rendered. A fixed list bounds the number of renders of one picture. */
export const PICTURE_WIDTHS = [96, 160, 240, 320, 480, 640, 800, 960, 1280, 1600, 1920, 2560] as const;

/** The MIME types of pictures that the bucket `media` accepts, beside PDF; its migrations list the same. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
/** A text may link to such files in the bucket. */
export const PDF_TYPE = 'application/pdf';
/** The size limit of the bucket `media`; its migration has the same. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** The most pixels of a picture (width × height × frames) that the backend accepts. */
export const MAX_PICTURE_PIXELS = 50_000_000;
