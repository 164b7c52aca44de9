import sanitizeHtml from 'sanitize-html';
import { imageSources } from '../image-sources.ts';
import { freeSlug, slugFromTitle } from '../slug.ts';
import { ALLOWED_ELEMENTS, ALLOWED_TAGS } from './allowed-elements.ts';
import { contentToHtml } from './split-markup.ts';
import { ARTICLE_HEAD_ID } from '../article-head-id.ts';

export type RenderedBody = {
  html: string;
  contents: { id: string; title: string }[];
  /** Whether the first letter may be set over three lines: not in a short opening, nor before capitals ("MOOWR"). */
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

/** Ids that the page around the body uses. */
const TAKEN = ['main', 'more', 'share-heading', 'menu', ARTICLE_HEAD_ID];

/** HTML allows no line break between the parts of a list or a table. */
const BREAK_OUT_OF_PLACE =
  // redos-disable-next-line -- the sanitiser has closed every tag
  /(<(?:ul|ol|dl|table|thead|tbody|tfoot|tr)(?: [^>]*)?>|<\/(?:li|dt|dd|caption|thead|tbody|tfoot|tr|td|th)>)(?:\s*<br \/>)+/g;

/**
 * Renders the body of a post: line breaks become `<br>` (specification §2), then the HTML is sanitised with an
 * allow-list, at each rendering. Headings of level 2 get ids for the table of contents, tables a scrollable container
 * labelled `words.table`, and links that open a new tab end with `words.newTab` for screen readers, if it is given.
 */
export function renderBody(content: string, words: { table: string; newTab?: string }): RenderedBody {
  const safe = sanitizeHtml(contentToHtml(content), OF_THE_PAGE).replace(BREAK_OUT_OF_PLACE, '$1');
  const taken = new Set(TAKEN);
  const contents: RenderedBody['contents'] = [];
  const html = safe
    // redos-disable-next-line -- the sanitiser has closed every heading
    .replace(/<h2>(.*?)<\/h2>/gs, (_, inner: string) => {
      const title = textOf(inner);
      const id = freeSlug(slugFromTitle(title) || 'part', taken);
      taken.add(id);
      contents.push({ id, title });
      return `<h2 id="${id}">${inner}</h2>`;
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

const announce = (words: string): string => `<span class="sr-only"> ${words}</span>`;

/** Characters that fill three lines of a post's column. */
const THREE_LINES = 210;
// redos-disable-next-line -- the sanitiser has closed every paragraph
const OPENING = /^<p>(\p{Lu}[^\p{Lu}<].*?)<\/p>/su;

function mayHaveDropCap(html: string): boolean {
  const opening = OPENING.exec(html)?.[1];
  return opening !== undefined && textOf(opening).length >= THREE_LINES;
}

function textOf(html: string): string {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim();
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
