import { Extension, Node } from '@tiptap/core';
import { tableEditing } from '@tiptap/pm/tables';
import { attributesOf, CELL_SPANS } from './attributes.ts';

/** The elements of a table, which prosemirror-tables wants as a table of rows of cells. */
export const TABLE_TAGS: readonly string[] = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

const CELL = '(loose | flow)+';

const table = Node.create({
  name: 'table',
  group: 'flow',
  content: 'tr+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
});

/** `section` is the element around the row; `part` tells sections of the same name apart. */
const tr = Node.create({
  name: 'tr',
  content: '(td | th)+',
  addAttributes: () => ({
    section: {
      default: 'tbody',
      parseHTML: (row) => row.parentElement?.localName.replace('table', 'tbody'),
      renderHTML: ({ section }) => (section === 'tbody' ? {} : { class: `row--${String(section)}` }),
    },
    part: { default: 0, rendered: false, parseHTML: () => 0 },
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

const cellOf = (name: 'td' | 'th') =>
  Node.create({
    name,
    content: CELL,
    isolating: true,
    addAttributes: () => ({ ...attributesOf(name), ...CELL_SPANS }),
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });

/** A table with its caption, which cannot be a row of it. */
const captionedTable = Node.create({
  name: 'captionedTable',
  group: 'flow',
  content: 'caption table',
  isolating: true,
  renderHTML: () => ['div', { class: 'captioned-table' }, 0],
});

const caption = Node.create({
  name: 'caption',
  content: 'inline*',
  isolating: true,
  parseHTML: () => [{ tag: 'div.caption' }],
  renderHTML: () => ['div', { class: 'caption' }, 0],
});

export const TABLE_NODES: readonly Node[] = [table, tr, cellOf('td'), cellOf('th'), captionedTable, caption];

const ROLES: Readonly<Record<string, string>> = { table: 'table', tr: 'row', td: 'cell', th: 'header_cell' };

/** Selection of cells, and what keys do between them. */
export const TableEditing = Extension.create({
  name: 'tableEditing',
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
});
