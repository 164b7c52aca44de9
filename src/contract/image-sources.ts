import { PICTURE_WIDTHS } from './pictures.ts';

/** Public objects of the embedded storage, by a path on this origin. A hosted project may not offer renders. */
const OWN_OBJECT = /^\/storage\/v1\/object\/public\/([^?#]+)$/;

export type ImageSources = { src: string; srcSet: string };

/**
 * The renders of a picture of the embedded storage in several widths; the Accept header chooses the format (AVIF,
 * WebP). Returns null for other pictures. `most` is the widest display width in pixels.
 */
export function imageSources(url: string, most = 1920): ImageSources | null {
  const path = OWN_OBJECT.exec(url)?.[1];
  if (!path) return null;
  const at = (width: number) => `/storage/v1/render/image/public/${path}?width=${width}`;
  const widths = PICTURE_WIDTHS.filter((width) => width >= 320 && width <= most);
  return { src: at(widths.at(-1) ?? most), srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', ') };
}
