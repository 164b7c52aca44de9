/** A picture as the content of a post holds it: with its size, so that the page does not jump when it comes. */
export function pictureHtml({
  url,
  alt,
  width,
  height,
}: {
  url: string;
  alt: string;
  width: number;
  height: number;
}): string {
  const size = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : '';
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${size}>`;
}

/** A line break in a value would become a `<br>` of the post (specification §2). */
function escapeAttribute(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  return folded.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
