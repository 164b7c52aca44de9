import { paste } from '#site/content/paste.ts';
import { cleanPicture, pastedAddress, type PictureNotes } from './clean-picture.ts';
import { cleanTable } from './clean-table.ts';
import { drop } from './dropped.ts';
import { createFlow, createTextFlow, type Flow, isEmpty, tidyText } from './flow.ts';
import { isHidden, readStyle } from './parse-inert.ts';
import { markNode, type Marks, marksWithin, NO_MARKS } from './text-marks.ts';

/** `shift`: how many levels headings go down; the title of the post is the page's only h1. */
export type CleanContext = PictureNotes & { shift: number };

const IGNORED = 'head, style, meta, link, title, base, template, noscript, xml, col, colgroup, source, track, option';
const FIELDS = 'input, select, textarea, button, progress, meter';
const EMBEDS = 'iframe, frame, object, embed, video, audio, canvas, svg, math, applet';
const BLOCKS =
  'p, div, section, article, main, header, footer, nav, aside, address, dl, dt, dd, details, summary, form, fieldset, legend, center, hgroup, body, html, tr, tbody, thead, tfoot, td, th, caption, figcaption';
const STYLES = /^(?:color|background(?:-color)?|font-family|font-size|font|mso-highlight)$/;

/** Copies the children of a node, without anything that a post may not have. */
export function cleanChildren(source: Node, flow: Flow, marks: Marks, context: CleanContext): void {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) addText(child as Text, flow, marks);
    else if (child.nodeType === Node.ELEMENT_NODE) cleanElement(child as Element, flow, marks, context);
  }
}

function addText({ data, ownerDocument }: Text, flow: Flow, marks: Marks): void {
  // No-break spaces are layout in word processors; the others have no width.
  const text = data.replace(/[\u00a0\t\r\n ]+/g, ' ').replace(/[\u00ad\u200b\ufeff]/g, '');
  if (!text) return;
  const node = ownerDocument.createTextNode(text);
  flow.add(text === ' ' && !marks.link ? node : markNode(node, marks, ownerDocument));
}

function cleanElement(element: Element, flow: Flow, marks: Marks, context: CleanContext): void {
  if (element.matches(IGNORED) || isHidden(element)) return;
  if (element.localName === 'script') return drop(context.dropped, 'scripts');
  if (element.matches('li input[type=checkbox]')) {
    const box = element.hasAttribute('checked') ? paste.checked : paste.unchecked;
    return flow.add(element.ownerDocument.createTextNode(box));
  }
  if (element.matches(FIELDS)) return drop(context.dropped, 'fields');
  if (element.matches(EMBEDS)) return drop(context.dropped, 'embeds');
  noteStyles(element, context);
  const { localName } = element;
  const known = Object.hasOwn(ELEMENTS, localName) ? ELEMENTS[localName] : undefined;
  const clean = /^h[1-6]$/.test(localName) ? cleanHeading : known;
  if (clean) return clean(element, flow, marks, context);
  const isBlock = element.matches(BLOCKS);
  if (isBlock) flow.end();
  cleanChildren(element, flow, marksWithin(element, marks), context);
  if (isBlock) flow.end();
}

function noteStyles(element: Element, { dropped }: CleanContext): void {
  if (dropped.has('styles')) return;
  if (element.localName === 'font' || [...readStyle(element).keys()].some((name) => STYLES.test(name)))
    dropped.set('styles', 1);
}

type Clean = (element: Element, flow: Flow, marks: Marks, context: CleanContext) => void;

/** A footnote, as `read-markdown.ts` and `read-clipboard.ts` write it. */
const cleanNote: Clean = (element, flow, marks, context) => {
  if (!element.hasAttribute('data-footnote')) return cleanChildren(element, flow, marks, context);
  const note = element.ownerDocument.createElement('small');
  note.setAttribute('data-footnote', '');
  cleanChildren(element, createTextFlow(note), NO_MARKS, context);
  tidyText(note);
  if (!isEmpty(note)) flow.add(note);
};

const cleanHeading: Clean = (element, flow, marks, context) => {
  if (element.closest('table')) return cleanParagraph(element, flow, marks, context);
  const level = Math.min(Number(element.localName[1]) + context.shift, 4);
  const heading = element.ownerDocument.createElement(`h${Math.max(level, 2)}`);
  cleanChildren(element, createTextFlow(heading), { ...marks, tags: NO_MARKS.tags }, context);
  if (isLinkedWithin(element)) heading.id = element.id;
  // A heading is bold already.
  for (const bold of heading.querySelectorAll('strong')) bold.replaceWith(...bold.childNodes);
  const pictures = [...heading.querySelectorAll('img')];
  for (const picture of pictures) picture.remove();
  tidyText(heading);
  if (isEmpty(heading)) flow.end();
  else flow.block(heading);
  for (const picture of pictures) flow.add(picture);
  flow.end();
};

const cleanParagraph: Clean = (element, flow, marks, context) => {
  flow.end();
  cleanChildren(element, flow, marksWithin(element, marks), context);
  flow.end();
};

const cleanList: Clean = (element, flow, marks, context) => {
  const list = element.ownerDocument.createElement(element.localName === 'ol' ? 'ol' : 'ul');
  const start = /^[1-9]\d{0,3}$/.exec(element.getAttribute('start') ?? '')?.[0];
  if (list.localName === 'ol' && start && start !== '1') list.setAttribute('start', start);
  for (const child of element.children) {
    const item = element.ownerDocument.createElement('li');
    fill(child, item, marks, context);
    if (!isEmpty(item)) list.append(item);
  }
  if (list.firstChild) flow.block(list);
};

/** Cleans the content into a list item, cell or the like; a sole or leading paragraph has no element of its own. */
function fill(source: Element, target: Element, marks: Marks, context: CleanContext): void {
  const flow = createFlow(target);
  writeCheckbox(source);
  cleanChildren(source, flow, marksWithin(source, marks), context);
  flow.end();
  const [first] = target.children;
  const isSole = target.querySelectorAll(':scope > p').length === 1;
  if (first?.localName === 'p' && isSole) first.replaceWith(...first.childNodes);
}

/** An item of a Google Docs checklist has a picture of its box. */
function writeCheckbox(item: Element): void {
  if (item.getAttribute('role') !== 'checkbox') return;
  for (const image of item.querySelectorAll('img')) image.remove();
  const isChecked = item.getAttribute('aria-checked') === 'true';
  (item.querySelector('p') ?? item).prepend(isChecked ? paste.checked : paste.unchecked);
}

const cleanQuote: Clean = (element, flow, marks, context) => {
  const quote = element.ownerDocument.createElement('blockquote');
  const inner = createFlow(quote);
  cleanChildren(element, inner, marksWithin(element, marks), context);
  inner.end();
  if (!isEmpty(quote)) flow.block(quote);
};

const cleanCode: Clean = (element, flow) => {
  const code = element.ownerDocument.createElement('code');
  for (const br of element.querySelectorAll('br')) br.replaceWith('\n');
  code.textContent = (element.textContent ?? '').replaceAll('\u00a0', ' ').replace(/\n$/, '');
  const pre = element.ownerDocument.createElement('pre');
  pre.append(code);
  if (!isEmpty(pre)) flow.block(pre);
};

const cleanFigure: Clean = (element, flow, marks, context) => {
  const images = element.querySelectorAll('img');
  const caption = element.querySelector('figcaption');
  const image = images.length === 1 ? cleanPicture(images[0]!, context) : null;
  if (!image) return cleanParagraph(element, flow, marks, context);
  const figure = element.ownerDocument.createElement('figure');
  figure.append(image);
  if (caption?.textContent?.trim()) {
    const copy = figure.appendChild(element.ownerDocument.createElement('figcaption'));
    fill(caption, copy, NO_MARKS, context);
  }
  flow.block(figure);
};

const cleanLink: Clean = (element, flow, marks, context) => {
  const href = element.getAttribute('href');
  const heading = href?.startsWith('#') && element.ownerDocument.getElementById(href.slice(1));
  const address = heading && isLinkedWithin(heading) ? href : href && pastedAddress(href, context.origin);
  // Another link within the document has nothing to lead to here.
  if (href && !address && !href.startsWith('#')) drop(context.dropped, 'links');
  cleanChildren(element, flow, { ...marksWithin(element, marks), link: address || marks.link }, context);
};

/** Whether a link of the paste leads to this heading. */
function isLinkedWithin({ localName, id, ownerDocument }: Element): boolean {
  if (!/^h[1-6]$/.test(localName) || !/^[a-z][a-z\d_-]{0,99}$/i.test(id)) return false;
  return ownerDocument.querySelector(`a[href="#${id}"]`) !== null;
}

const ELEMENTS: Readonly<Record<string, Clean>> = {
  ul: cleanList,
  ol: cleanList,
  menu: cleanList,
  blockquote: cleanQuote,
  pre: cleanCode,
  figure: cleanFigure,
  small: cleanNote,
  a: cleanLink,
  br: (element, flow) => flow.add(element.ownerDocument.createElement('br')),
  hr: (element, flow) => flow.block(element.ownerDocument.createElement('hr')),
  img: (element, flow, _, context) => {
    const picture = cleanPicture(element, context);
    if (picture) flow.add(picture);
  },
  table: (element, flow, _, context) =>
    cleanTable(element as HTMLTableElement, flow, (cell, target) => fill(cell, target, NO_MARKS, context)),
};
