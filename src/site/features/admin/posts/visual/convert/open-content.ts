import type { Node, Schema } from '@tiptap/pm/model';
import { findDropped } from '#contract/post-body/find-dropped.ts';
import { cleanBody } from '#contract/post-body/render-body.ts';
import { parseInert } from '../paste/parse-inert.ts';
import { docToHtml } from './doc-to-html.ts';
import { domToDoc } from './dom-to-doc.ts';
import { UnkeptError } from './read-element.ts';
import { isSamePage } from './same-page.ts';

/** The document, or why the visual editor would change the post: elements that it drops, or a structure it has not. */
export type OpenedContent = { doc: Node; reason?: undefined } | { doc?: undefined; reason: UnkeptReason };
export type UnkeptReason = { kind: 'dropped' | 'structure'; names: readonly string[] };

/** Reads content as a document, if writing that document gives the same page. */
export function openContent(schema: Schema, content: string): OpenedContent {
  if (!content.trim()) return { doc: schema.node('doc', null, [schema.node('p')]) };
  const dropped = findDropped(content).filter((name) => !name.endsWith('='));
  if (dropped.length > 0) return { reason: { kind: 'dropped', names: dropped } };
  try {
    const doc = htmlToDoc(schema, content);
    if (isSamePage(docToHtml(doc), content)) return { doc };
    return { reason: { kind: 'structure', names: [] } };
  } catch (error) {
    return { reason: { kind: 'structure', names: error instanceof UnkeptError ? [error.message] : [] } };
  }
}

/** Throws `UnkeptError` for HTML that the schema has no place for. The parser drops white space before a body. */
export function htmlToDoc(schema: Schema, content: string): Node {
  return domToDoc(schema, parseInert(`<body>${cleanBody(content)}`).body);
}
