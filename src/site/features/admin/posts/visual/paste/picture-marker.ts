/** Characters of the private use area, which no text has; they mark the place of a picture while a paste is inserted. */
const OPEN = '\uE0F0';
const CLOSE = '\uE0F1';

export type MarkedPlace = { from: number; to: number; index: number };

/** Replaces each picture to upload by a text that marks its place. */
export function markPictures(content: Element): void {
  for (const image of content.querySelectorAll('img[data-paste-picture]')) {
    const marker = OPEN + image.getAttribute('data-paste-picture') + CLOSE;
    // A figure has a caption for its picture, and neither stands without the other.
    const figure = image.closest('figure');
    const caption = figure?.querySelector('figcaption');
    if (!figure) image.replaceWith(marker);
    else {
      const paragraph = image.ownerDocument.createElement('p');
      paragraph.append(marker, ...(caption?.textContent ? [' ', ...caption.childNodes] : []));
      figure.replaceWith(paragraph);
    }
  }
}

type TextNode = { isText: boolean; text?: string | undefined };
type Descending = { descendants: (visit: (node: TextNode, at: number) => void) => void };

/** The markers in a document, in its order. */
export function findMarkers(doc: Descending): MarkedPlace[] {
  const found: MarkedPlace[] = [];
  doc.descendants(({ isText, text }, at) => {
    if (!isText || !text) return;
    for (const match of text.matchAll(/\uE0F0(\d{1,6})\uE0F1/g))
      found.push({ from: at + match.index, to: at + match.index + match[0].length, index: Number(match[1]) });
  });
  return found;
}
