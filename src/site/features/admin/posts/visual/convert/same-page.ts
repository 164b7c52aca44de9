import { allowedElement, isBlockLevel } from '#contract/post-body/allowed-elements.ts';
import { renderBody } from '#contract/post-body/render-body.ts';
import { parseInert } from '../paste/parse-inert.ts';

/** Whether two contents give the same page: the same elements as the browser reads them, but for layout. */
export function isSamePage(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

export function canonical(content: string): string {
  const { body } = parseInert(`<body>${renderBody(content, { table: '' }).html}`);
  removeEmptyMarks(body);
  body.normalize();
  removeLayout(body);
  for (const cell of body.querySelectorAll('[colspan="1"]')) cell.removeAttribute('colspan');
  for (const cell of body.querySelectorAll('[rowspan="1"]')) cell.removeAttribute('rowspan');
  return body.innerHTML;
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
