import { PICTURE_WIDTHS } from './pictures.ts';

/** Objects of our own storage, by a path on this origin; a hosted project may render only what is paid for. */
const OWN_OBJECT = /^\/storage\/v1\/object\/public\/([^?#]+)$/;

export type ImageSources = { src: string; srcSet: string };

/**
 * Where a picture of our own storage is to be had in several widths, the formats (AVIF, WebP) being settled by the
 * browser's Accept header; null for a picture from elsewhere, which has only its one address. `most` is the widest
 * that is ever shown, in pixels of the screen.
 */
export function imageSources(url: string, most = 1920): ImageSources | null {
  const path = OWN_OBJECT.exec(url)?.[1];
  if (!path) return null;
  const at = (width: number) => `/storage/v1/render/image/public/${path}?width=${width}`;
  const widths = PICTURE_WIDTHS.filter((width) => width >= 320 && width <= most);
  return { src: at(widths.at(-1) ?? most), srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', ') };
}
