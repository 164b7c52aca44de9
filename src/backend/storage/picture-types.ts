/** The kinds of picture that every browser shows and none runs, as sharp calls them. */
export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export const PICTURE_TYPES: ReadonlySet<string> = new Set(PICTURE_FORMATS.map((format) => typeOf(format)));

/** The MIME type of a kind of picture. */
export function typeOf(format: PictureFormat): string {
  return `image/${format}`;
}

/** The kind of picture of a MIME type, or null for any other type. */
export function formatOf(type: string): PictureFormat | null {
  return PICTURE_FORMATS.find((format) => typeOf(format) === type) ?? null;
}
