import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';

export type SelectedPicture = { at: number; alt: string; figureAt: number | null; hasCaption: boolean };

/** The picture that is selected, by itself or with its figure; null otherwise. */
export function selectedPicture({ state }: Editor): SelectedPicture | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection)) return null;
  const { node, from } = selection;
  if (node.type.name === 'img') return describe(node, from, null, false);
  if (node.type.name !== 'figure') return null;
  let found: SelectedPicture | null = null;
  const hasCaption = node.children.some(({ type }) => type.name === 'figcaption');
  node.descendants((child, at) => {
    if (child.type.name === 'img') found ??= describe(child, from + 1 + at, from, hasCaption);
  });
  return found;
}

function describe(picture: Node, at: number, figureAt: number | null, hasCaption: boolean): SelectedPicture {
  return { at, alt: String(picture.attrs['alt'] ?? ''), figureAt, hasCaption };
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

type InsertedPicture = { url: string; alt: string; width: number; height: number };

/** A figure of its own, with the caret after it. */
export function insertPicture(editor: Editor, { url, alt, width, height }: InsertedPicture): void {
  const size = width > 0 && height > 0 ? { width: String(width), height: String(height) } : {};
  const picture = { type: 'img', attrs: { src: url, alt: alt.replace(/\s+/g, ' ').trim(), ...size } };
  editor
    .chain()
    .focus()
    .insertContent({ type: 'figure', content: [{ type: 'loose', content: [picture] }] })
    .run();
}
