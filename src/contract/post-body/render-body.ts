import sanitizeHtml from 'sanitize-html';
import { decodeEntities } from '../excerpt.ts';
import { imageSources } from '../image-sources.ts';
import { ALLOWED_ELEMENTS, ALLOWED_TAGS } from './allowed-elements.ts';
import { type FootnoteWords, moveFootnotes, withoutReferences } from './footnotes.ts';
import { nameHeadings } from './heading-ids.ts';
import { contentToHtml } from './split-markup.ts';
import { alignCells } from './table-cells.ts';

export type RenderedBody = {
  html: string;
  contents: { id: string; title: string }[];
  /**
   * Whether the first letter may be set over three lines: a Latin one, because browsers cut the letters of other scripts
   * at other places; not in a short opening, nor before capitals ("MOOWR").
   */
  hasDropCap: boolean;
};

/** Attributes of an element, empty ones left out. */
const ALLOWED_ATTRIBUTES = Object.fromEntries(
  ALLOWED_TAGS.map((tag) => [tag, [...ALLOWED_ELEMENTS[tag].attributes]]).filter(([, names]) => names?.length),
) as Record<string, string[]>;

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http'] },
  allowProtocolRelative: false,
  // The title is the page's only h1.
  transformTags: { h1: 'h2' },
};

const OF_THE_PAGE: sanitizeHtml.IOptions = {
  ...ALLOWED,
  transformTags: {
    ...ALLOWED.transformTags,
    a: (tagName, { target, rel: _rel, ...attribs }) => ({
      tagName,
      attribs: target === '_blank' ? { ...attribs, target, rel: 'noopener noreferrer' } : attribs,
    }),
    img: (tagName, { srcset: _srcset, sizes: _sizes, ...attribs }) => ({
      tagName,
      attribs: { alt: '', ...attribs, ...sizedPicture(attribs['src']), loading: 'lazy' },
    }),
  },
};

/**
 * The content with the elements and attributes of the allow-list only, for the visual editor: without what the page adds
 * to links, pictures, headings and tables.
 */
export function cleanBody(content: string): string {
  return sanitizeHtml(contentToHtml(content), ALLOWED).replace(BREAK_OUT_OF_PLACE, '$1');
}

/** The column of a post is 680 pixels wide at most. */
const SIZES = '(min-width: 1000px) 680px, 90vw';

/** Pictures of the embedded storage get several widths. */
function sizedPicture(src: string | undefined): sanitizeHtml.Attributes {
  const sources = imageSources(src ?? '');
  return sources ? { src: sources.src, srcset: sources.srcSet, sizes: SIZES } : {};
}

/** HTML allows no line break between the parts of a list or a table. */
const BREAK_OUT_OF_PLACE =
  // redos-disable-next-line -- the sanitiser has closed every tag
  /(<(?:ul|ol|dl|table|thead|tbody|tfoot|tr)(?: [^>]*)?>|<\/(?:li|dt|dd|caption|thead|tbody|tfoot|tr|td|th)>)(?:\s*<br \/>)+/g;

/** What the page adds to a body. Without the words of footnotes they stay where they are in the text. */
export type BodyWords = { table: string; newTab?: string; footnotes?: FootnoteWords };

const HEADING =
  // redos-disable-next-line -- the sanitiser has closed every heading
  /<h([234])(?: id="([^"]*)")?>(.*?)<\/h\1>/gs;

/**
 * Renders the body of a post: line breaks become `<br>` (specification §2), then the HTML is sanitised with an
 * allow-list, at each rendering. Headings get ids, those of level 2 are the table of contents; tables get a scrollable
 * container labelled `words.table`, and their cells an alignment; footnotes move to the end; links that open a new tab
 * end with `words.newTab` for screen readers, if it is given.
 */
export function renderBody(content: string, words: BodyWords): RenderedBody {
  const safe = sanitizeHtml(contentToHtml(content), OF_THE_PAGE).replace(BREAK_OUT_OF_PLACE, '$1');
  const notes = words.footnotes ? moveFootnotes(safe, words.footnotes) : { html: safe, ids: [] };
  const headings = Array.from(notes.html.matchAll(HEADING), ([, level, own, inner = '']) => ({
    level: Number(level),
    title: textOf(withoutReferences(inner)),
    own: own ?? null,
  }));
  const ids = nameHeadings(headings, notes.ids);
  const contents = headings.flatMap(({ level, title }, at) =>
    level === 2 && title ? [{ id: ids[at] ?? '', title }] : [],
  );
  let heading = 0;
  const html = startReversedLists(alignCells(notes.html))
    .replace(HEADING, (_, level: string, _own: string | undefined, inner: string) => {
      const id = ids[heading];
      heading += 1;
      return `<h${level} id="${id}">${inner}</h${level}>`;
    })
    .replace(/<table>/g, `<div class="table-scroll" tabindex="0" role="group" aria-label="${words.table}"><table>`)
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<pre>/g, '<pre tabindex="0">')
    // redos-disable-next-line -- the sanitiser has closed every link
    .replace(/(<a [^>]*>)(.*?)<\/a>/gs, (link, tag: string, inner: string) =>
      words.newTab && tag.includes(' target="_blank"') ? `${tag}${inner}${announce(words.newTab)}</a>` : link,
    );
  return { html, contents, hasDropCap: mayHaveDropCap(safe) };
}

// redos-disable-next-line -- the sanitiser has closed every tag
const LIST_TAG = /<(\/?)(ol|ul|li)\b([^>]*)>/g;

/** Says where each reversed list starts: Chromium counts down from the items that have arrived when it first draws one. */
function startReversedLists(html: string): string {
  const open: { end: number; isReversed: boolean; items: number }[] = [];
  const starts: { end: number; items: number }[] = [];
  for (const { 0: tag, 1: slash, 2: name, 3: attributes = '', index } of html.matchAll(LIST_TAG)) {
    const list = open.at(-1);
    if (name === 'li' && !slash && list) list.items += 1;
    else if (name !== 'li' && !slash)
      open.push({ end: index + tag.length - 1, isReversed: /^(?!.* start=).* reversed/.test(attributes), items: 0 });
    else if (name !== 'li' && open.pop()?.isReversed && list) starts.push(list);
  }
  return starts
    .toSorted((one, other) => other.end - one.end)
    .reduce((done, { end, items }) => `${done.slice(0, end)} start="${items}"${done.slice(end)}`, html);
}

const announce = (words: string): string => `<span class="sr-only"> ${words}</span>`;

/** Characters that fill three lines of a post's column. */
const THREE_LINES = 210;
// redos-disable-next-line -- the sanitiser has closed every paragraph
const OPENING = /^<p>((?=\p{Script=Latin})\p{Lu}[^\p{Lu}\p{M}<].*?)<\/p>/su;

function mayHaveDropCap(html: string): boolean {
  const opening = OPENING.exec(html)?.[1];
  return opening !== undefined && textOf(opening).length >= THREE_LINES;
}

function textOf(html: string): string {
  const text = sanitizeHtml(html.replaceAll('<br />', ' '), { allowedTags: [], allowedAttributes: {} });
  return decodeEntities(text.trim());
}
