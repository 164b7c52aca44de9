import { findDropped } from '#contract/post-body/find-dropped.ts';
import { isFootnoteMark } from '#contract/post-body/footnotes.ts';
import { layOutLines } from '#contract/post-body/lay-out-lines.ts';
import { cleanBody } from '#contract/post-body/render-body.ts';
import { splitMarkup } from '#contract/post-body/split-markup.ts';
import type { SourcePost } from '../source.ts';
import { isPdf, isSameSite, linkAddress, webAddress } from './addresses.ts';
import { RENAMED, cleanTokens } from './clean-tokens.ts';
import { type HtmlToken, addParagraphs, isBlock, linkAddresses, parseTokens, writeTokens } from './tokens.ts';

export type ConvertedBody = {
  content: string;
  /** Elements, and attributes such as `style=`, that were left out. */
  dropped: string[];
  /** Other changes and losses. */
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
  const cleaned = cleanTokens(placeFootnotes(tokensOf({ body, format })), {
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

/** The addresses of the pictures in a body and of the website's own PDF files, absolute, each once. Throws TooDeep. */
export function listPictures({ body, format }: Body, siteUrl: URL | null): URL[] {
  if (format === 'own') return [];
  const addresses = linkBookmarks(parseTokens(body)).flatMap((token) => {
    if (token.type !== 'open') return [];
    if (token.name === 'img') return [sourceOf(token.attributes)];
    const href = token.name === 'a' ? token.attributes['href'] : undefined;
    return isPictureName(href) || isOwnPdf(href, siteUrl) ? [href] : [];
  });
  const urls = addresses.flatMap((address) => webAddress(address ?? '', siteUrl) ?? []);
  return [...new Map(urls.map((url) => [url.href, url])).values()];
}

function tokensOf({ body, format }: Body): HtmlToken[] {
  const tokens = linkBookmarks(parseTokens(body));
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

function isOwnPdf(href: string | undefined, siteUrl: URL | null): href is string {
  const url = webAddress(href ?? '', siteUrl);
  return url !== null && isSameSite(url, siteUrl) && isPdf(url);
}

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

type Text = Extract<HtmlToken, { type: 'text' }>;
type Element = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (Element | Text)[];
  parent: Element | null;
  /** Its place among all elements. */
  at: number;
  /** How many links within the text it holds, and how many of them are the target of others. */
  links: number;
  anchors: number;
};

/** A bookmark of Ghost, a card of divisions and pictures within a link, becomes a paragraph with a link of its title. */
function linkBookmarks(tokens: readonly HtmlToken[]): HtmlToken[] {
  const isCard = (token: HtmlToken | Element): boolean => 'attributes' in token && hasClass(token, 'kg-bookmark-card');
  if (!tokens.some(isCard)) return [...tokens];
  const { root, elements } = readTree(tokens);
  for (const card of elements.filter(isCard)) {
    const link = findWithin(card, ({ name }) => name === 'a');
    const { href } = link?.attributes ?? {};
    if (!link || !href) continue;
    const lines = [
      findWithin(link, (element) => hasClass(element, 'kg-bookmark-description')),
      findWithin(card, ({ name }) => name === 'figcaption'),
    ].flatMap((line) => (line ? [{ ...line, name: 'br', children: [] }, ...inlineOf(line).shown] : []));
    const title = findWithin(link, (element) => hasClass(element, 'kg-bookmark-title'));
    const named = title ? inlineOf(title).shown : [{ type: 'text' as const, text: href }];
    replace(card, [{ ...card, name: 'p', attributes: {}, children: [{ ...link, children: named }, ...lines] }]);
  }
  return root.children.flatMap(writeTree);
}

const hasClass = ({ attributes }: Pick<Element, 'attributes'>, name: string): boolean =>
  (attributes['class'] ?? '').split(/\s+/).includes(name);

function findWithin(element: Element, matches: (one: Element) => boolean): Element | undefined {
  for (const child of element.children) {
    const found = isElement(child) ? (matches(child) ? child : findWithin(child, matches)) : undefined;
    if (found) return found;
  }
  return undefined;
}

/**
 * Footnotes, whose number in the text and whose note link to each other in every program, stand where they belong, as in
 * the posts.
 */
function placeFootnotes(tokens: readonly HtmlToken[]): HtmlToken[] {
  const { root, elements, named } = readTree(tokens);
  const targetOf = ({ name, attributes }: Element) => (name === 'a' ? named.get(attributes['href'] ?? '') : undefined);
  const tried = new Set<Element>();
  const moved = new Set<Element>();
  for (const link of elements) {
    const target = targetOf(link);
    const note = target && isFootnoteMark(textOf(link)) ? noteAround(target) : null;
    if (!note || tried.has(note) || note.at < link.at || isWithin(link, note)) continue;
    tried.add(note);
    // A note of a note has no place, nor has a part of one.
    if ([link, note].some((element) => around(element, (one) => moved.has(one)))) continue;
    const isBack = (element: Element): boolean => isWithin(link, targetOf(element) ?? element);
    const { shown: children, hasBack } = inlineOf(note, isBack);
    if (!hasBack) continue;
    moved.add(note);
    const place = link.parent?.name === 'sup' && textOf(link.parent) === textOf(link) ? link.parent : link;
    const small = { ...note, name: 'small', attributes: { 'data-footnote': '' }, children, parent: place.parent };
    replace(place, [small]);
    removeEmptied(note);
  }
  return moved.size === 0 ? [...tokens] : root.children.flatMap(writeTree);
}

function readTree(tokens: readonly HtmlToken[]) {
  const root: Element = { name: '', attributes: {}, children: [], parent: null, at: -1, links: 0, anchors: 0 };
  const elements: Element[] = [];
  const named = new Map<string, Element>();
  let open = root;
  for (const token of tokens) {
    if (token.type === 'text') open.children.push(token);
    else if (token.type === 'close') open = open.parent ?? root;
    else {
      const { name, attributes } = token;
      const element: Element = { ...root, name, attributes, children: [], parent: open, at: elements.length };
      open.children.push(element);
      elements.push(element);
      open = element;
      const names = [attributes['id'], name === 'a' ? attributes['name'] : undefined].filter(Boolean);
      for (const one of names) named.set(`#${one}`, element);
      if (isLinkWithin(token))
        for (let outer = element; outer.parent; outer = outer.parent) {
          outer.links += 1;
          if (names.length > 0) outer.anchors += 1;
        }
    }
  }
  return { root, elements, named };
}

const isLinkWithin = (token: HtmlToken): boolean =>
  token.type === 'open' && token.name === 'a' && token.attributes['href']?.startsWith('#') === true;
const isElement = (node: Element | Text): node is Element => 'children' in node;
const textOf = (node: Element | Text): string =>
  isElement(node) ? node.children.map(textOf).join('').trim() : node.text;
const hasContent = (node: Element | Text): boolean =>
  isElement(node) ? node.name === 'img' || node.children.some(hasContent) : node.text.trim() !== '';

function around(element: Element, matches: (one: Element) => boolean): Element | null {
  for (let one: Element | null = element; one; one = one.parent) if (matches(one)) return one;
  return null;
}

const isWithin = (element: Element, outer: Element): boolean => around(element, (one) => one === outer) !== null;

/** The item, the box or the paragraph of a note, of which `target` is a part; null where it holds several notes. */
function noteAround(target: Element): Element | null {
  const box = around(target, ({ name }) => ['li', 'div', 'dd'].includes(name));
  if (box?.name === 'li' || box?.links === 1) return box;
  const paragraph = around(target, ({ name }) => name === 'p');
  return paragraph && paragraph.anchors < 2 ? paragraph : null;
}

/** The text of a note without blocks and without the links back, and whether there is any. */
function inlineOf(note: Element, isBack: (element: Element) => boolean = () => false) {
  let hasBack = false;
  const read = (children: Element['children']): Element['children'] => {
    const hasBlocks = children.some((child) => isElement(child) && isBlock(child.name));
    return children.flatMap((child) => {
      if (!isElement(child)) return hasBlocks && !hasContent(child) ? [] : [child];
      if (isBack(child)) {
        hasBack = true;
        return [];
      }
      const inner = read(child.children);
      return isBlock(child.name) ? [SPACE, ...inner] : [{ ...child, children: inner }];
    });
  };
  const inline = read(note.children);
  const shown = inline.slice(inline.findIndex(hasContent), inline.findLastIndex(hasContent) + 1);
  const trimmed = shown.map((node, at) =>
    isElement(node) ? node : { ...node, text: trimAt(node.text, at, shown.length) },
  );
  return { shown: trimmed, hasBack };
}

function trimAt(text: string, at: number, length: number): string {
  const begun = at === 0 ? text.trimStart() : text;
  return at === length - 1 ? begun.trimEnd() : begun;
}

const SPACE: Text = { type: 'text', text: ' ' };

function replace(node: Element, by: Element['children']): void {
  const siblings = node.parent!.children;
  siblings.splice(siblings.indexOf(node), 1, ...by);
}

/** Removes a note that was moved, and the box of notes after the last of them, with the line above it. */
function removeEmptied(note: Element): void {
  replace(note, []);
  for (let box = note.parent; box?.parent && !hasContent(box); box = box.parent) {
    const siblings = box.parent.children;
    const above = siblings.slice(0, siblings.indexOf(box)).findLast((one) => isElement(one) || hasContent(one));
    replace(box, []);
    if (above && isElement(above) && above.name === 'hr') replace(above, []);
  }
}

const writeTree = (node: Element | Text): HtmlToken[] =>
  isElement(node)
    ? [
        { type: 'open', name: node.name, attributes: node.attributes },
        ...node.children.flatMap(writeTree),
        { type: 'close', name: node.name },
      ]
    : [node];
