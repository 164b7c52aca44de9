import { type Attributes, Extension, getSchema, Mark, Node, type NodeConfig } from '@tiptap/core';
import { tableEditing } from '@tiptap/pm/tables';
import {
  ALLOWED_ELEMENTS,
  ALLOWED_TAGS,
  type AllowedElement,
  type AllowedTag,
} from '#contract/post-body/allowed-elements.ts';

/** The allowed attributes of an element, as strings; null where it has none. */
function attributesOf(tag: AllowedTag): Attributes {
  return Object.fromEntries(
    ALLOWED_ELEMENTS[tag].attributes.map((name) => [
      name,
      {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute(name),
      },
    ]),
  );
}

/** The attributes of cells that prosemirror-tables reads: numbers. */
const CELL_SPANS: Attributes = {
  colspan: { default: 1, parseHTML: (cell) => spanOf(cell.getAttribute('colspan')), renderHTML: renderSpan('colspan') },
  rowspan: { default: 1, parseHTML: (cell) => spanOf(cell.getAttribute('rowspan')), renderHTML: renderSpan('rowspan') },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
};

/** Shown by a class, as on the page. */
const ALIGNMENT: Attributes = {
  align: {
    default: null,
    parseHTML: (cell) =>
      cell.getAttribute('align') ?? /\balign-(left|center|right)\b/.exec(cell.className)?.[1] ?? null,
    renderHTML: ({ align }) => (align === null ? {} : { class: `align-${String(align)}` }),
  },
};

export function spanOf(value: string | null): number {
  const span = Number.parseInt(value ?? '', 10);
  return span > 0 && span <= 1000 ? span : 1;
}

function renderSpan(name: 'colspan' | 'rowspan') {
  return (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] });
}

/** The elements of a table, which prosemirror-tables wants as a table of rows of cells. */
const TABLE_TAGS: readonly string[] = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** Text in a list item or a cell stands there without a paragraph, unless the source has one. */
const FLOW = '(loose | flow)+';

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
      parseHTML: (row) =>
        /\brow--(thead|tfoot)\b/.exec(row.className)?.[1] ?? row.parentElement?.localName.replace('table', 'tbody'),
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
    content: FLOW,
    isolating: true,
    addAttributes: () => ({ ...attributesOf(name), ...CELL_SPANS, ...ALIGNMENT }),
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });

/** A table with its caption, which cannot be a row of it. */
const captionedTable = Node.create({
  name: 'captionedTable',
  group: 'flow',
  content: 'caption table',
  isolating: true,
  parseHTML: () => [{ tag: 'div.captioned-table', priority: 60 }],
  renderHTML: () => ['div', { class: 'captioned-table' }, 0],
});

const caption = Node.create({
  name: 'caption',
  content: 'inline*',
  isolating: true,
  parseHTML: () => [{ tag: 'div.caption', priority: 60 }],
  renderHTML: () => ['div', { class: 'caption' }, 0],
});

const TABLE_NODES: readonly Node[] = [table, tr, cellOf('td'), cellOf('th'), captionedTable, caption];

const ROLES: Readonly<Record<string, string>> = { table: 'table', tr: 'row', td: 'cell', th: 'header_cell' };

/** Selection of cells, and what keys do between them. */
const TableEditing = Extension.create({
  name: 'tableEditing',
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
});

const doc = Node.create({ name: 'doc', topNode: true, content: 'flow+' });
const text = Node.create({ name: 'text', group: 'inline' });

/** A line of text that no element of its own surrounds, such as the text of `<li>` or a post without tags. */
const loose = Node.create({
  name: 'loose',
  group: 'flow',
  content: 'inline*',
  parseHTML: () => [{ tag: 'div.loose', priority: 60 }],
  renderHTML: () => ['div', { class: 'loose' }, 0],
});

/** What the table of elements does not say: how an element behaves while it is edited. */
const BEHAVIOUR: Partial<Record<AllowedTag, Partial<NodeConfig>>> = {
  pre: { code: true, defining: true },
  h2: { defining: true },
  h3: { defining: true },
  h4: { defining: true },
  ul: { group: 'flow list' },
  ol: { group: 'flow list' },
  li: { defining: true },
  blockquote: { defining: true, content: 'flow+' },
  div: { defining: true, content: 'flow+' },
  figure: { draggable: true, isolating: true },
  figcaption: { isolating: true },
  br: { selectable: false, linebreakReplacement: true, renderText: () => '\n' },
  img: { draggable: true },
};

const NODE_TAGS = ALLOWED_TAGS.filter((tag) => ALLOWED_ELEMENTS[tag].kind !== 'mark' && !TABLE_TAGS.includes(tag));

function nodeOf(tag: AllowedTag): Node {
  const element: AllowedElement = ALLOWED_ELEMENTS[tag];
  const isInline = tag === 'br' || tag === 'img';
  const isLeaf = element.content === 'empty';
  return Node.create({
    name: tag,
    ...(isInline ? { inline: true, group: 'inline' } : element.kind !== 'part' && { group: 'flow' }),
    ...(!isLeaf && { content: contentOf(element) }),
    ...BEHAVIOUR[tag],
    addAttributes: () => attributesOf(tag),
    parseHTML: () => [{ tag, ...(tag === 'pre' && { preserveWhitespace: 'full' as const }) }],
    renderHTML: ({ HTMLAttributes }) => (isLeaf ? [tag, HTMLAttributes] : [tag, HTMLAttributes, 0]),
  });
}

function contentOf({ content }: AllowedElement): string {
  if (content === 'inline') return 'inline*';
  if (content === 'flow') return FLOW;
  if (content === 'empty') return '';
  return `(${[...(content.andFlow ? ['loose', 'flow'] : []), ...content.parts].join(' | ')})+`;
}

/** A node for each block of the allow-list, named as its tag. The first, p, is what the editor makes by default. */
const NODES: readonly Node[] = [doc, text, ...NODE_TAGS.map(nodeOf), loose, ...TABLE_NODES];

let lastKey = 0;
/** Below those that are read from a source: a new or a pasted footnote is around the marks of its text, and one of its own. */
export const newKey = (): number => (lastKey -= 1);

/** Links are the outermost marks where the order is not given by the source. */
const MARK_TAGS = ALLOWED_TAGS.filter((tag) => ALLOWED_ELEMENTS[tag].kind === 'mark');

/**
 * A mark for each inline element, named as its tag. `key` is the position of its element in the source: it keeps the
 * nesting of elements, and two adjacent elements apart, so that unchanged text is written as it was read.
 */
const MARKS = MARK_TAGS.map((tag) =>
  Mark.create({
    name: tag,
    // A span has no meaning of its own, and programs nest them.
    ...(tag === 'span' && { excludes: '' }),
    ...(tag === 'a' && { inclusive: false, exitable: true }),
    ...(tag === 'code' && { exitable: true }),
    // What is typed behind a footnote is not a part of it.
    ...(tag === 'small' && { inclusive: false }),
    addAttributes: () => ({
      ...attributesOf(tag),
      key: { default: null, rendered: false, parseHTML: () => (tag === 'small' ? newKey() : null) },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

export const SCHEMA_EXTENSIONS = [...NODES, ...MARKS, TableEditing];

/** The schema alone, for conversion without an editor. */
export const visualSchema = getSchema([...SCHEMA_EXTENSIONS]);
