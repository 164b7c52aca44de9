import { DOMParser, type Schema, Slice } from '@tiptap/pm/model';
import { htmlToDoc } from '../convert/open-content.ts';
import { UnkeptError } from '../convert/read-element.ts';
import { parseInert } from './parse-inert.ts';
import { pastedAddress } from './pasted-address.ts';

/** Cleaned content as a slice of the document. It passes through the sanitiser once more, as every saved post does. */
export function contentToSlice(schema: Schema, content: Element): Slice {
  try {
    return Slice.maxOpen(htmlToDoc(schema, content.innerHTML).content);
  } catch (error) {
    if (!(error instanceof UnkeptError)) throw error;
    return DOMParser.fromSchema(schema).parseSlice(content);
  }
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
