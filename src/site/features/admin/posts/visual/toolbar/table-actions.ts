import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type Command, Selection } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable as isTableSelection,
  selectedRect,
} from '@tiptap/pm/tables';
import type { Action } from './actions.ts';

const ROWS = 3;
const COLUMNS = 3;

const isInTable = (editor: Editor): boolean => isTableSelection(editor.state);

function inTable(command: Command): Action {
  return {
    run: (editor) => {
      const isDone = command(editor.state, editor.view.dispatch);
      editor.view.focus();
      return isDone;
    },
    isEnabled: isInTable,
  };
}

/** A first row of headings, in a section of its own, and empty rows. */
function insertTable(editor: Editor): boolean {
  const cell = (type: 'td' | 'th') => ({
    type,
    ...(type === 'th' && { attrs: { scope: 'col' } }),
    content: [{ type: 'loose' }],
  });
  const row = (type: 'td' | 'th') => ({
    type: 'tr',
    attrs: { section: type === 'th' ? 'thead' : 'tbody' },
    content: Array.from({ length: COLUMNS }, () => cell(type)),
  });
  const rows = Array.from({ length: ROWS }, (_, at) => row(at === 0 ? 'th' : 'td'));
  const { from } = editor.state.selection;
  const chain = editor.chain().focus().insertContent({ type: 'table', content: rows });
  // Into the first cell.
  return chain
    .command(({ tr }) => selectFirstCell(tr.doc, from, (at) => tr.setSelection(Selection.near(tr.doc.resolve(at)))))
    .run();
}

function selectFirstCell(doc: Node, from: number, select: (at: number) => void): boolean {
  let cellAt = -1;
  doc.nodesBetween(Math.max(0, from - 1), doc.content.size, (node, at) => {
    if (cellAt === -1 && node.type.name === 'th') cellAt = at;
    return cellAt === -1;
  });
  if (cellAt >= 0) select(cellAt + 2);
  return true;
}

/** Makes headings of the first row, or cells of its headings. */
const toggleHead: Command = (state, dispatch) => {
  if (!isTableSelection(state)) return false;
  const { table, tableStart } = selectedRect(state);
  const first = table.firstChild;
  const { td, th } = state.schema.nodes;
  if (!first || !td || !th) return false;
  const isHead = first.attrs['section'] === 'thead';
  const { tr } = state;
  tr.setNodeMarkup(tableStart, null, { ...first.attrs, section: isHead ? 'tbody' : 'thead' });
  first.forEach((cell, at) => {
    tr.setNodeMarkup(tableStart + 1 + at, isHead ? td : th, { ...cell.attrs, ...(!isHead && { scope: 'col' }) });
  });
  dispatch?.(tr);
  return true;
};

export const TABLE_ACTIONS = {
  table: { run: insertTable, isEnabled: (editor: Editor) => !isInTable(editor) },
  rowBefore: inTable(addRowBefore),
  rowAfter: inTable(addRowAfter),
  columnBefore: inTable(addColumnBefore),
  columnAfter: inTable(addColumnAfter),
  deleteRow: inTable(deleteRow),
  deleteColumn: inTable(deleteColumn),
  toggleHead: inTable(toggleHead),
  deleteTable: inTable(deleteTable),
} satisfies Record<string, Action>;
