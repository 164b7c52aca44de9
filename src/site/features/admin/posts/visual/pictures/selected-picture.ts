import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, type Selection } from '@tiptap/pm/state';
import type { ChosenPicture } from '#site/gateway/media.ts';

export type SelectedPicture = { at: number; alt: string; figureAt: number | null; hasCaption: boolean };

/** The picture that is selected, by itself or with its figure; null otherwise. */
export function selectedPicture({ state }: Editor): SelectedPicture | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection)) return null;
  const { node, from, $from } = selection;
  if (node.type.name === 'figure') return pictureIn(node, from);
  if (node.type.name !== 'img') return null;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'figure') return describe(node, from, $from.node(depth), $from.before(depth));
  return describe(node, from, null, null);
}

function pictureIn(figure: Node, figureAt: number): SelectedPicture | null {
  let found: SelectedPicture | null = null;
  figure.descendants((child, at) => {
    if (child.type.name === 'img') found ??= describe(child, figureAt + 1 + at, figure, figureAt);
  });
  return found;
}

function describe(picture: Node, at: number, figure: Node | null, figureAt: number | null): SelectedPicture {
  const hasCaption = figure?.children.some(({ type }) => type.name === 'figcaption') ?? false;
  return { at, alt: String(picture.attrs['alt'] ?? ''), figureAt, hasCaption };
}

/** Removes the figure as a whole, or a picture that stands in a line of text. */
export function removePicture(editor: Editor, { at, figureAt }: SelectedPicture): void {
  const from = figureAt ?? at;
  const size = editor.state.doc.nodeAt(from)?.nodeSize ?? 0;
  editor
    .chain()
    .focus()
    .deleteRange({ from, to: from + size })
    .run();
}

export function setAlt(editor: Editor, { at }: SelectedPicture, alt: string): void {
  const { state, view } = editor;
  const selected = state.selection.from;
  const tr = state.tr.setNodeAttribute(at, 'alt', alt.replace(/\s+/g, ' '));
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, selected)));
}

/** Adds an empty caption at the end of the figure and puts the caret into it. */
export function addCaption(editor: Editor, { figureAt }: SelectedPicture): void {
  const figure = figureAt === null ? null : editor.state.doc.nodeAt(figureAt);
  if (!figure || figureAt === null) return;
  const end = figureAt + figure.nodeSize - 1;
  editor
    .chain()
    .insertContentAt(end, { type: 'figcaption' })
    .setTextSelection(end + 1)
    .focus()
    .run();
}

/** A figure of its own after the block of the caret, or in place of an empty line; the figure is selected. */
export function insertPicture(editor: Editor, { url, alt, width, height }: ChosenPicture): void {
  const size = width > 0 && height > 0 ? { width: String(width), height: String(height) } : {};
  const picture = { type: 'img', attrs: { src: url, alt: alt.replace(/\s+/g, ' ').trim(), ...size } };
  const figure = { type: 'figure', content: [{ type: 'loose', content: [picture] }] };
  const { selection } = editor.state;
  const { $from, empty } = selection;
  const isEmptyLine = empty && $from.parent.type.name === 'p' && $from.parent.content.size === 0;
  const at = isEmptyLine ? $from.before() : placeAfter(selection);
  const range = isEmptyLine ? { from: at, to: $from.after() } : at;
  editor.chain().focus().insertContentAt(range, figure).setNodeSelection(at).run();
  // When the panel of the picture is there, which covers the end of the text.
  requestAnimationFrame(() => {
    const element = editor.view.nodeDOM(at);
    if (element instanceof HTMLElement) element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });
}

/** The end of the innermost block after which a figure may stand. */
function placeAfter({ $to, to }: Selection): number {
  const figure = $to.doc.type.schema.nodes['figure'];
  for (let depth = $to.depth; depth >= 0 && figure; depth -= 1) {
    const isText = depth === $to.depth && $to.parent.isTextblock;
    const parent = $to.node(depth);
    const index = $to.indexAfter(depth);
    if (!isText && parent.type !== figure && parent.canReplaceWith(index, index, figure))
      return depth === $to.depth ? to : $to.after(depth + 1);
  }
  return $to.doc.content.size;
}
