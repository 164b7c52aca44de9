/** The picture formats that browsers show and never execute, by sharp's names. */
export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The MIME type of a picture format. */
export function pictureTypeOf(format: PictureFormat): `image/${PictureFormat}` {
  return `image/${format}`;
}

/** The picture format of a MIME type, or null for any other type. */
export function pictureFormatOf(type: string): PictureFormat | null {
  return PICTURE_FORMATS.find((format) => pictureTypeOf(format) === type) ?? null;
}
