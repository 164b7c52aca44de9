import { findDropped } from '#contract/post-body/find-dropped.ts';
import { layOutLines } from '#contract/post-body/lay-out-lines.ts';
import { cleanBody } from '#contract/post-body/render-body.ts';
import { splitMarkup } from '#contract/post-body/split-markup.ts';
import type { SourcePost } from '../source.ts';
import { isSameSite, linkAddress, webAddress } from './addresses.ts';
import { RENAMED, cleanTokens } from './clean-tokens.ts';
import { type HtmlToken, addParagraphs, linkAddresses, parseTokens, writeTokens } from './tokens.ts';

export type ConvertedBody = {
  content: string;
  /** Elements, and attributes such as `style=`, that were left out. */
  dropped: string[];
  /** What else is not as it was. */
  notes: string[];
};

export type ConvertOptions = {
  /** The earlier website, against which relative addresses are resolved. */
  siteUrl: URL | null;
  /** The new addresses of pictures, by their absolute addresses in the source. */
  pictures: ReadonlyMap<string, string>;
};

type Body = Pick<SourcePost, 'body' | 'format'>;

/**
 * The body of an imported post with the elements and attributes of the allow-list only. The content of a post of this
 * product is returned unchanged unless it holds something else. Throws TooDeep.
 */
export function convertBody({ body, format }: Body, options: ConvertOptions): ConvertedBody {
  const found = findDropped(body);
  if (format === 'own') {
    const isClean = found.length === 0 && hasOnlyAllowedAddresses(body);
    return { content: isClean ? body : layOutLines(cleanBody(body)), dropped: found, notes: [] };
  }
  const notes = new Set<string>();
  const cleaned = cleanTokens(tokensOf({ body, format }), {
    pictureAt: (attributes) => pictureAddress(attributes, options, notes),
    linkTo: (href) => newLink(href, options, notes),
    onEmbedded: (element, href) => notes.add(`<${element}> became a link to ${shorten(href)}`),
  });
  return {
    content: layOutLines(cleanBody(writeTokens(cleaned))).trim(),
    dropped: found.filter((name) => !RENAMED[name] && !(name === '!--' && format === 'wordpress-blocks')),
    notes: [...notes],
  };
}

/** The addresses of the pictures in a body, absolute, each once. Throws TooDeep. */
export function listPictures({ body, format }: Body, siteUrl: URL | null): URL[] {
  if (format === 'own') return [];
  const addresses = parseTokens(body).flatMap((token) => {
    if (token.type !== 'open') return [];
    if (token.name === 'img') return [sourceOf(token.attributes)];
    return token.name === 'a' && isPictureName(token.attributes['href']) ? [token.attributes['href']] : [];
  });
  const urls = addresses.flatMap((address) => webAddress(address ?? '', siteUrl) ?? []);
  return [...new Map(urls.map((url) => [url.href, url])).values()];
}

function tokensOf({ body, format }: Body): HtmlToken[] {
  const tokens = parseTokens(body);
  if (format === 'html') return tokens;
  return linkAddresses(addParagraphs(tokens, { breaksInBlocks: format === 'wordpress-text' }));
}

/** Plugins that load pictures late keep the address in another attribute. */
function sourceOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const late = attributes['data-src'] ?? attributes['data-lazy-src'] ?? attributes['data-original'];
  const src = attributes['src'];
  return src === undefined || src.startsWith('data:') ? (late ?? src) : src;
}

const isPictureName = (href: string | undefined): href is string =>
  href !== undefined && /\.(?:jpe?g|png|gif|webp|avif)$/i.test(href);

function pictureAddress(
  attributes: Readonly<Record<string, string>>,
  { siteUrl, pictures }: ConvertOptions,
  notes: Set<string>,
): string | null {
  const source = sourceOf(attributes) ?? '';
  const url = webAddress(source, siteUrl);
  if (!url) notes.add(`left out a picture: its address is ${shorten(source) || 'empty'}`);
  return url && (pictures.get(url.href) ?? url.href);
}

function newLink(href: string, { siteUrl, pictures }: ConvertOptions, notes: Set<string>): string | null {
  const address = linkAddress(href, siteUrl);
  if (address === null) notes.add(`left out a link: its address is ${shorten(href)}`);
  const url = address === null ? null : webAddress(address, null);
  const picture = url && pictures.get(url.href);
  if (url && !picture && isSameSite(url, siteUrl) && isFile(url)) {
    notes.add(`links to a file of the earlier website: ${shorten(url.href)}`);
  }
  return picture ?? address;
}

/** Where WordPress and Ghost keep uploaded files. */
const isFile = ({ pathname }: URL): boolean =>
  /^\/(?:wp-content\/uploads|content\/(?:files|media|images))\//.test(pathname);

/** Whether the sanitiser would keep every address of this content. */
function hasOnlyAllowedAddresses(content: string): boolean {
  const count = (html: string): number =>
    splitMarkup(html)
      .flatMap((token) => (token.type === 'tag' ? token.attributes : []))
      .filter((name) => name === 'href' || name === 'src').length;
  return count(content) === count(cleanBody(content));
}

function shorten(text: string): string {
  return text.slice(0, 120);
}
