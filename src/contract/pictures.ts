/** The widths, in pixels, in which pictures are rendered. A fixed list bounds the number of renders of one picture. */
export const PICTURE_WIDTHS = [96, 160, 240, 320, 480, 640, 800, 960, 1280, 1600, 1920, 2560] as const;

/** The picture formats that browsers show and never execute, by sharp's names. */
export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
export type PictureType = `image/${PictureFormat}`;

/** The MIME type of a picture format. */
export function pictureTypeOf(format: PictureFormat): PictureType {
  return `image/${format}`;
}

/** The picture format of a MIME type, or null for any other type. */
export function pictureFormatOf(type: string): PictureFormat | null {
  return PICTURE_FORMATS.find((format) => pictureTypeOf(format) === type) ?? null;
}

/** The MIME types that the bucket `media` accepts; its migration lists the same. */
export const PICTURE_TYPES: readonly PictureType[] = PICTURE_FORMATS.map(pictureTypeOf);
/** The size limit of the bucket `media`; its migration has the same. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** Width times height times frames, which bounds the memory that decoding takes. */
export const MAX_PICTURE_PIXELS = 50_000_000;
