import type { Fragment, Mark, Node } from '@tiptap/pm/model';
import { ALLOWED_ELEMENTS, type AllowedTag } from '#contract/post-body/allowed-elements.ts';

/** Writes text with its marks: the elements of the source in their order, then those that were added. */
export function inlineToHtml(content: Fragment, lineBreak: string): string {
  let html = '';
  let open: readonly Mark[] = [];
  const closeTo = (depth: number): void => {
    for (const mark of open.slice(depth).toReversed()) html += `</${mark.type.name}>`;
  };
  for (const node of content.content) {
    const marks = nesting(node.marks);
    const shared = sharedDepth(open, marks);
    closeTo(shared);
    html += marks
      .slice(shared)
      .map(({ type, attrs }) => openingTag(type.name as AllowedTag, attrs))
      .join('');
    html += leafToHtml(node, lineBreak);
    open = marks;
  }
  closeTo(0);
  return html;
}

function nesting(marks: readonly Mark[]): readonly Mark[] {
  const keyOf = (mark: Mark): number => (typeof mark.attrs['key'] === 'number' ? mark.attrs['key'] : Infinity);
  return marks.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)));
}

function sharedDepth(open: readonly Mark[], next: readonly Mark[]): number {
  const differs = next.findIndex((mark, at) => !open[at] || !mark.eq(open[at]));
  return differs === -1 ? next.length : differs;
}

function leafToHtml(node: Node, lineBreak: string): string {
  if (node.isText) return escapeText(node.text ?? '');
  return node.type.name === 'br' ? lineBreak : openingTag(node.type.name as AllowedTag, node.attrs);
}

/** The tag with its attributes in the order of the table; spans of one cell are left out. */
export function openingTag(
  tag: AllowedTag,
  attributes: Readonly<Record<string, string | number | boolean | null>>,
): string {
  const written = ALLOWED_ELEMENTS[tag].attributes.flatMap((name) => {
    const value = attributes[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    if (name.endsWith('span') && value === 1) return [];
    return [` ${name}="${escapeAttribute(String(value))}"`];
  });
  return `<${tag}${written.join('')}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

function escapeAttribute(value: string): string {
  return escapeText(value.replace(/[\r\n]+/g, ' ')).replaceAll('"', '&quot;');
}
