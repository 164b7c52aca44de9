import type { Node, Schema } from '@tiptap/pm/model';
import { allowedElement, isBlockLevel } from '#contract/post-body/allowed-elements.ts';
import { findDropped } from '#contract/post-body/find-dropped.ts';
import { cleanBody, renderBody } from '#contract/post-body/render-body.ts';
import { parseInert } from '../paste/parse-inert.ts';
import { docToHtml } from './doc-to-html.ts';
import { domToDoc, UnkeptError } from './dom-to-doc.ts';

/** The document, or why the visual editor would change the post: elements that it drops, or a structure it has not. */
type OpenedContent = { doc: Node; reason?: undefined } | { doc?: undefined; reason: UnkeptReason };
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

/** Whether two contents give the same page: the same elements as the browser reads them, but for layout. */
export function isSamePage(one: string, other: string): boolean {
  return canonical(one).isEqualNode(canonical(other));
}

function canonical(content: string): Element {
  const { body } = parseInert(`<body>${renderBody(content, { table: '' }).html}`);
  removeEmptyMarks(body);
  body.normalize();
  removeLayout(body);
  for (const cell of body.querySelectorAll('[colspan="1"]')) cell.removeAttribute('colspan');
  for (const cell of body.querySelectorAll('[rowspan="1"]')) cell.removeAttribute('rowspan');
  return body;
}

/** An inline element without content is not shown. A q has quotation marks. */
function removeEmptyMarks(parent: Element): void {
  for (const child of Array.from(parent.children)) {
    removeEmptyMarks(child);
    const isMark = allowedElement(child.localName)?.kind === 'mark' && child.localName !== 'q';
    if (isMark && child.childNodes.length === 0) child.remove();
  }
}

/** White space between blocks. */
function removeLayout(parent: Element): void {
  const isEdge = (node: ChildNode | null): boolean => !node || isBlockLevel(node.nodeName.toLowerCase());
  for (const child of Array.from(parent.childNodes)) {
    if (child.nodeType === 1) removeLayout(child as Element);
    if (child.nodeType !== 3 || /[^ \t\r\n\f]/.test(child.textContent ?? '')) continue;
    const inBlock = parent.localName === 'body' || isBlockLevel(parent.localName);
    if (inBlock && isEdge(child.previousSibling) && isEdge(child.nextSibling)) child.remove();
  }
}
