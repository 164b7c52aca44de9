import { type Dropped, drop } from './dropped.ts';

/** A picture whose bytes are in the paste; its `img` has `data-paste-picture` with the index. */
export type PastedPicture = { file: File; alt: string };

export type PictureNotes = {
  dropped: Dropped;
  /** To be uploaded. */
  pictures: PastedPicture[];
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
  // Pictures of a pixel count readers.
  if (width !== null && height !== null && width <= 2 && height <= 2) return null;
  const alt = altOf(image);
  const copy = image.ownerDocument.createElement('img');
  const data = DATA_URL.exec(src);
  const file = data && decodeFile(data[2]!, data[1]!, notes.fileName);
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
  return /^https:\/\/\S+$/.test(src) && URL.canParse(src) ? src : null;
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
function altOf(image: Element): string {
  return (image.getAttribute('alt') ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:Description automatically generated|AI-generated content may be incorrect\.).*$/, '')
    .trim();
}
