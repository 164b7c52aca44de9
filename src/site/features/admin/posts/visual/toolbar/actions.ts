import type { Editor } from '@tiptap/core';
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history';
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

type Action = {
  /** In the syntax of TipTap: `Mod-b`. */
  keys?: string;
  run: (editor: Editor) => boolean;
  isActive?: (editor: Editor) => boolean;
  isEnabled?: (editor: Editor) => boolean;
};

/** Bold and italic have two elements each; the first is written, either is removed. */
function mark(keys: string | undefined, written: string, ...alike: string[]): Action {
  const names = [written, ...alike];
  const isActive = (editor: Editor): boolean => names.some((name) => editor.isActive(name));
  return {
    ...(keys && { keys }),
    isActive,
    run: (editor) => {
      const chain = editor.chain().focus();
      if (!isActive(editor)) return chain.setMark(written).run();
      for (const name of names) chain.unsetMark(name);
      return chain.run();
    },
  };
}

/** The style of a paragraph; a second press makes a paragraph again. */
function style(keys: string, name: string): Action {
  return {
    keys,
    run: (editor) => editor.chain().focus().toggleNode(name, 'p').run(),
    isActive: (editor) => editor.isActive(name),
  };
}

function list(keys: string, name: 'ul' | 'ol'): Action {
  return {
    keys,
    run: (editor) => editor.chain().focus().toggleList(name, 'li').run(),
    isActive: (editor) => editor.isActive(name),
  };
}

const TEXT_ACTIONS = {
  paragraph: {
    keys: 'Mod-Alt-0',
    run: (editor: Editor) => editor.chain().focus().setNode('p').run(),
    isActive: (editor: Editor) => editor.isActive('p'),
  },
  heading2: style('Mod-Alt-2', 'h2'),
  heading3: style('Mod-Alt-3', 'h3'),
  heading4: style('Mod-Alt-4', 'h4'),
  quote: {
    keys: 'Mod-Shift-b',
    run: (editor: Editor) => editor.chain().focus().toggleWrap('blockquote').run(),
    isActive: (editor: Editor) => editor.isActive('blockquote'),
  },
  code: style('Mod-Alt-c', 'pre'),
  bold: mark('Mod-b', 'strong', 'b'),
  italic: mark('Mod-i', 'em', 'i'),
  underline: mark('Mod-u', 'u'),
  strike: mark('Mod-Shift-x', 's'),
  subscript: mark('Mod-,', 'sub'),
  superscript: mark('Mod-.', 'sup'),
  inlineCode: mark('Mod-e', 'code'),
  clear: {
    keys: 'Mod-\\',
    run: (editor: Editor) => editor.chain().focus().unsetAllMarks().run(),
  },
  bullets: list('Mod-Shift-8', 'ul'),
  numbers: list('Mod-Shift-7', 'ol'),
  rule: {
    run: (editor: Editor) => editor.chain().focus().insertContent({ type: 'hr' }).run(),
  },
  undo: {
    run: (editor: Editor) => undo(editor.state, editor.view.dispatch),
    isEnabled: (editor: Editor) => undoDepth(editor.state) > 0,
  },
  redo: {
    run: (editor: Editor) => redo(editor.state, editor.view.dispatch),
    isEnabled: (editor: Editor) => redoDepth(editor.state) > 0,
  },
} satisfies Record<string, Action>;

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

/** Turns the cells of the first row into headings, or its headings into cells. */
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

const TABLE_ACTIONS = {
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

export type ActionName = keyof typeof TEXT_ACTIONS | keyof typeof TABLE_ACTIONS;

/** Everything that a button or a key does to the document. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = { ...TEXT_ACTIONS, ...TABLE_ACTIONS };

/** Keys as `aria-keyshortcuts` writes them: `Mod-Alt-2` is `Control+Alt+2`. */
export function describeKeys(keys: string | undefined): string | undefined {
  return keys
    ?.replace('Mod-', 'Control-')
    .replaceAll(/-(?=.)/g, '+')
    .replace(/\+([a-z])$/, (_, letter: string) => `+${letter.toUpperCase()}`);
}
