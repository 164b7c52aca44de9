import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type Command, Selection, type Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable as isTableSelection,
  mergeCells,
  selectedRect,
  splitCell,
  TableMap,
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

/** Turns the cells of the first row into headings, with the rows that they reach over, or the head into cells. */
const toggleHead: Command = (state, dispatch) => {
  if (!isTableSelection(state)) return false;
  const { table, tableStart } = selectedRect(state);
  const first = table.firstChild;
  const { td, th } = state.schema.nodes;
  if (!first || !td || !th) return false;
  const isHead = first.attrs['section'] === 'thead';
  const { tr } = state;
  let end = 1;
  table.forEach((row, rowAt, index) => {
    if (isHead ? row.attrs['section'] !== 'thead' : index >= end) return;
    tr.setNodeMarkup(tableStart + rowAt, null, { ...row.attrs, section: isHead ? 'tbody' : 'thead' });
    row.forEach((cell, at) => {
      end = Math.max(end, index + Number(cell.attrs['rowspan']));
      const attrs = { ...cell.attrs, ...(!isHead && { scope: 'col' }) };
      tr.setNodeMarkup(tableStart + rowAt + 1 + at, isHead ? td : th, attrs);
    });
  });
  dispatch?.(tr);
  return true;
};

/** The rows of the selection, if they stand in one section: a cell cannot reach from the head into the body. */
const mergeWithinSection: Command = (state, dispatch) => {
  if (!isTableSelection(state)) return false;
  const { table, top, bottom } = selectedRect(state);
  const sections = table.children.slice(top, bottom).map(({ attrs }) => `${attrs['section']} ${attrs['part']}`);
  return new Set(sections).size === 1 && mergeCells(state, dispatch);
};

/**
 * Adds a row to the section of the row beside it, with its alignment; none above a heading row, since browsers draw the head
 * first and the foot last.
 */
const addRow =
  (command: Command, side: -1 | 1): Command =>
  (state, dispatch) => {
    if (!isTableSelection(state)) return false;
    const { table: before, tableStart, top, bottom } = selectedRect(state);
    if (side < 0 && before.child(top).attrs['section'] === 'thead') return false;
    if (!dispatch) return command(state);
    const added = side < 0 ? top : bottom;
    return command(state, (tr) => {
      const table = tr.doc.nodeAt(tableStart - 1);
      if (table) {
        copyAlignment(tr, { table, tableStart, from: added - side, to: added });
        joinSection(tr, { table, tableStart, from: added - side, to: added });
      }
      dispatch(tr);
    });
  };

type CopiedRow = { table: Node; tableStart: number; from: number; to: number };

function copyAlignment(tr: Transaction, { table, tableStart, from, to }: CopiedRow): void {
  const map = TableMap.get(table);
  for (let column = 0; column < map.width; column += 1) {
    const [beside, added] = [from, to].map((row) => map.map[row * map.width + column]);
    if (beside === undefined || added === undefined || beside === added) continue;
    tr.setNodeAttribute(tableStart + added, 'align', table.nodeAt(beside)?.attrs['align'] ?? null);
  }
}

/** A row below the last one of the head, or above the first one of the foot, belongs to the body. */
function joinSection(tr: Transaction, { table, tableStart, from, to }: CopiedRow): void {
  const beside = table.child(from).attrs;
  const beyond = table.maybeChild(2 * to - from)?.attrs;
  const end = from < to ? 'thead' : 'tfoot';
  const isAtEnd = beside['section'] === end && beyond?.['section'] !== end;
  const joined = isAtEnd ? beyond : beside;
  if (!joined || (isAtEnd && joined['section'] !== 'tbody')) return;
  const at = table.children.slice(0, to).reduce((sum, { nodeSize }) => sum + nodeSize, tableStart);
  tr.setNodeMarkup(at, null, joined);
}

type Alignment = 'left' | 'center' | 'right';

function alignmentOf({ state }: Editor): unknown {
  if (!isTableSelection(state)) return undefined;
  const { map, table, top, left } = selectedRect(state);
  return table.nodeAt(map.map[top * map.width + left] ?? 0)?.attrs['align'];
}

/** Aligns the columns of the selection; a second press leaves it to what they hold. */
function align(to: Alignment): Action {
  const isActive = (editor: Editor): boolean => alignmentOf(editor) === to;
  const run = (editor: Editor): boolean => {
    const value = isActive(editor) ? null : to;
    const { map, table, tableStart, left, right } = selectedRect(editor.state);
    const { tr } = editor.state;
    for (const at of map.cellsInRect({ left, right, top: 0, bottom: map.height }))
      if (table.nodeAt(at)) tr.setNodeAttribute(tableStart + at, 'align', value);
    editor.view.dispatch(tr);
    editor.view.focus();
    return true;
  };
  return { run, isActive, isEnabled: isInTable };
}

/** An action that is enabled where it would change the table. */
const whereItApplies = (command: Command): Action => ({
  ...inTable(command),
  isEnabled: ({ state }) => command(state),
});

/** In the order of the menu. */
export const TABLE_ACTIONS = {
  table: { run: insertTable, isEnabled: (editor: Editor) => !isInTable(editor) },
  rowBefore: whereItApplies(addRow(addRowBefore, -1)),
  rowAfter: inTable(addRow(addRowAfter, 1)),
  columnBefore: inTable(addColumnBefore),
  columnAfter: inTable(addColumnAfter),
  deleteRow: inTable(deleteRow),
  deleteColumn: inTable(deleteColumn),
  toggleHead: inTable(toggleHead),
  alignLeft: align('left'),
  alignCenter: align('center'),
  alignRight: align('right'),
  mergeCells: whereItApplies(mergeWithinSection),
  splitCell: whereItApplies(splitCell),
  deleteTable: inTable(deleteTable),
} satisfies Record<string, Action>;
