import { DOMParser, type Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { htmlToDoc } from '../convert/open-content.ts';
import { UnkeptError } from '../convert/read-element.ts';
import { parseInert } from './parse-inert.ts';
import { pastedAddress } from './pasted-address.ts';

/** Cleaned content as a slice of the document. It passes through the sanitiser once more, as every saved post does. */
export function contentToSlice(schema: Schema, content: Element): Slice {
  try {
    return openText(htmlToDoc(schema, content.innerHTML).content);
  } catch (error) {
    if (!(error instanceof UnkeptError)) throw error;
    return DOMParser.fromSchema(schema).parseSlice(content);
  }
}

/** A paragraph at an end joins the text there; a heading, list or table stays one. */
function openText(content: Fragment): Slice {
  const isText = (node: Node | null) => node?.type.name === 'p' || node?.type.name === 'loose';
  return new Slice(content, isText(content.firstChild) ? 1 : 0, isText(content.lastChild) ? 1 : 0);
}

/** What this editor itself put on the clipboard; null for other HTML. */
export function readOwnSlice(schema: Schema, html: string, origin: string): Slice | null {
  if (!html.includes('data-pm-slice')) return null;
  const { body } = parseInert(html);
  const depths = /^(\d+) (\d+)/.exec(body.querySelector('[data-pm-slice]')?.getAttribute('data-pm-slice') ?? '');
  if (!depths) return null;
  // Any page may write this attribute.
  for (const link of body.querySelectorAll('a[href]'))
    if (!pastedAddress(link.getAttribute('href') ?? '', origin)) link.removeAttribute('href');
  for (const image of body.querySelectorAll('img'))
    if (!/^(?:https:\/)?\//.test(image.getAttribute('src') ?? '')) image.remove();
  const { content, openStart, openEnd } = DOMParser.fromSchema(schema).parseSlice(body, { preserveWhitespace: true });
  return new Slice(content, Math.min(openStart, Number(depths[1])), Math.min(openEnd, Number(depths[2])));
}
