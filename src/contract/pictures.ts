/** The widths, in pixels, in which pictures are rendered: a short list, so that nobody can ask for endless others. */
export const PICTURE_WIDTHS = [96, 160, 240, 320, 480, 640, 800, 960, 1280, 1600, 1920, 2560] as const;

/** What the bucket `media` accepts, as its migration says too. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** Width times height times frames: what decoding needs of memory, however small the file is. */
export const MAX_PICTURE_PIXELS = 50_000_000;
