import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findFigures } from '#contract/post-body/table-cells.ts';
import { isNote } from '../links/heading-links.ts';

/** The cells of figures in a block of the document, by their distance from its start. */
type FigureCells = readonly { at: number; size: number }[];
type Figures = { blocks: readonly Node[]; cells: DecorationSet };

const key = new PluginKey<Figures>('figures');
const NONE: FigureCells = [];

/** Aligns columns of figures to the right, as the page of the post does. */
export const FigureColumns = Extension.create({
  name: 'figureColumns',
  addProseMirrorPlugins() {
    // A key changes one block; the others are the same nodes as before.
    const known = new WeakMap<Node, FigureCells>();
    const cellsOf = (block: Node): FigureCells => {
      if (block.isTextblock) return NONE;
      const cells = known.get(block) ?? findCells(block);
      known.set(block, cells);
      return cells;
    };
    const build = (doc: Node): Figures => {
      const blocks: Node[] = [];
      const cells: Decoration[] = [];
      doc.forEach((block, blockAt) => {
        const found = cellsOf(block);
        if (found.length === 0) return;
        blocks.push(block);
        for (const { at, size } of found)
          cells.push(Decoration.node(blockAt + at, blockAt + at + size, { class: 'align-right' }));
      });
      return { blocks, cells: DecorationSet.create(doc, cells) };
    };
    const isSame = (doc: Node, { blocks }: Figures): boolean => {
      const now = doc.children.filter((block) => cellsOf(block).length > 0);
      return now.length === blocks.length && now.every((block, at) => block === blocks[at]);
    };
    return [
      new Plugin<Figures>({
        key,
        state: {
          init: (_, { doc }) => build(doc),
          apply: (tr, figures) => {
            if (!tr.docChanged) return figures;
            if (!isSame(tr.doc, figures)) return build(tr.doc);
            return { ...figures, cells: figures.cells.map(tr.mapping, tr.doc) };
          },
        },
        props: { decorations: (state) => key.getState(state)?.cells },
      }),
    ];
  },
});

/** The text of a cell without its footnotes. */
function textOf(cell: Node): string {
  let text = '';
  cell.descendants((node) => {
    if (!isNote(node)) text += node.text ?? '';
  });
  return text;
}

function findCells(block: Node): FigureCells {
  const found: { at: number; size: number }[] = [];
  const read = (table: Node, tableAt: number): void => {
    const rows = table.children.map((row) =>
      row.children.map((cell) => ({
        text: textOf(cell),
        colspan: Number(cell.attrs['colspan']),
        rowspan: Number(cell.attrs['rowspan']),
        isHead: cell.type.name === 'th',
      })),
    );
    const figures = findFigures(rows);
    table.forEach((row, rowAt, rowIndex) =>
      row.forEach((cell, cellAt, index) => {
        if (!figures[rowIndex]?.[index] || cell.attrs['align'] !== null) return;
        // The tokens that open the table and the row.
        found.push({ at: tableAt + 1 + rowAt + 1 + cellAt, size: cell.nodeSize });
      }),
    );
  };
  if (block.type.name === 'table') read(block, 0);
  block.descendants((node, at) => {
    if (node.type.name === 'table') read(node, at + 1);
    return !node.isTextblock;
  });
  return found;
}
