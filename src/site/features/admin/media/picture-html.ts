import type { ChosenPicture } from '#site/gateway/media.ts';

/** The HTML of a picture in a post, with its size, so that the layout does not shift when it loads. */
export function pictureHtml({ url, alt, width, height }: Omit<ChosenPicture, 'path'>): string {
  const size = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : '';
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${size}>`;
}

/** A line break in an attribute would become a `<br>` (specification §2). */
function escapeAttribute(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  return folded.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
