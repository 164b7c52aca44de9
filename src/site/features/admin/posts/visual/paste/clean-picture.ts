import { drop, type Dropped } from './dropped.ts';

/** A picture whose bytes are in the paste; its `img` has `data-paste-picture` with the index. */
export type PastedPicture = { file: File; alt: string };

export type PictureNotes = {
  dropped: Dropped;
  /** To be uploaded. */
  pictures: PastedPicture[];
  /** The pictures that `data-paste-file` refers to. */
  files: readonly File[];
  /** The number of pictures that stay on other hosts. */
  remote: number;
  origin: string;
  fileName: string;
};

const DATA_URL = /^data:(image\/[\w.+-]+);base64,([\sA-Za-z0-9+/=]+)$/;

/** The picture as a post may have it; null for one that must be left out, which is noted. */
export function cleanPicture(image: Element, notes: PictureNotes): Element | null {
  const src = image.getAttribute('src')?.trim() ?? '';
  const [width, height] = [sizeOf(image, 'width'), sizeOf(image, 'height')];
  // Pictures of one pixel serve to count readers.
  if (width !== null && height !== null && width <= 2 && height <= 2) return null;
  const alt = altOf(image);
  const copy = image.ownerDocument.createElement('img');
  const data = DATA_URL.exec(src);
  const local = image.getAttribute('data-paste-file');
  const file = local ? notes.files[Number(local)] : data && decodeFile(data[2]!, data[1]!, notes.fileName);
  if (file) {
    copy.setAttribute('data-paste-picture', String(notes.pictures.push({ file, alt }) - 1));
  } else {
    const address = addressOf(src, notes.origin);
    if (!address) {
      drop(notes.dropped, src.startsWith('http:') ? 'insecurePictures' : 'pictures');
      return null;
    }
    if (!address.startsWith('/')) notes.remote += 1;
    copy.setAttribute('src', address);
  }
  copy.setAttribute('alt', alt);
  if (width && height) {
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
  }
  return copy;
}

/** Pages show pictures of this site and of other hosts by https (the content security policy). */
function addressOf(src: string, origin: string): string | null {
  if (/^\/(?!\/)\S*$/.test(src)) return src;
  if (src.startsWith(`${origin}/`)) return src.slice(origin.length);
  return /^https:\/\/\S+$/.test(src) && URL.parse(src) ? src : null;
}

function decodeFile(base64: string, type: string, name: string): File | null {
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.codePointAt(0)!);
    return new File([bytes], `${name}.${type.slice('image/'.length)}`, { type });
  } catch {
    return null;
  }
}

function sizeOf(image: Element, name: 'width' | 'height'): number | null {
  const found = /^\d{1,5}$/.exec(image.getAttribute(name) ?? '');
  return found ? Number(found[0]) : null;
}

/** Word describes pictures itself, and says so. */
const GENERATED = /Description automatically generated|AI-generated content may be incorrect/;

function altOf(image: Element): string {
  const [described = ''] = (image.getAttribute('alt') ?? '').replace(/\s+/g, ' ').split(GENERATED);
  return described.trim();
}

/** Redirects that other services put around an address, and the parameter that holds it. */
const WRAPPERS: readonly { host: RegExp; path: RegExp; parameter: string }[] = [
  { host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, parameter: 'q' },
  { host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, parameter: 'url' },
  { host: /^lm?\.facebook\.com$/, path: /^\/l\.php$/, parameter: 'u' },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\//, parameter: 'url' },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/redir\/redirect$/, parameter: 'url' },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameter: 'q' },
];
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_eid|mc_cid|igshid|msclkid)$/;
const SCHEMES = ['https:', 'http:', 'mailto:', 'tel:'];

/**
 * The address of a pasted link without redirects and tracking parameters, as a path where it is on `origin`; null for
 * one that a post may not have.
 */
export function pastedAddress(href: string, origin: string): string | null {
  const typed = href.trim();
  if (/^\/(?!\/)/.test(typed)) return typed;
  const parsed = URL.parse(typed);
  if (!parsed) return null;
  const url = withoutWrapper(parsed);
  if (!SCHEMES.includes(url.protocol)) return null;
  const tracked = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracked) url.searchParams.delete(name);
  if (url.origin === origin) return url.pathname + url.search + url.hash;
  // URL adds a slash to a bare host, and rewrites the rest only where a parameter was deleted.
  return tracked.length > 0 || url.href !== new URL(typed).href ? url.href : typed;
}

function withoutWrapper(url: URL): URL {
  for (const { host, path, parameter } of WRAPPERS) {
    const inner = URL.parse(url.searchParams.get(parameter) ?? '');
    if (host.test(url.hostname) && path.test(url.pathname) && inner) return withoutWrapper(inner);
  }
  return url;
}

/** Characters of the private use area, which no text has; they mark the place of a picture while a paste is inserted. */
const OPEN = '\uE0F0';
const CLOSE = '\uE0F1';

type MarkedPlace = { from: number; to: number; index: number };

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
