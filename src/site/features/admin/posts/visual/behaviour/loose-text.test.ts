import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { history, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { DecorationSet } from '@tiptap/pm/view';
import { expect, test } from 'vitest';
import { docToHtml } from '../convert/doc-to-html.ts';
import { readNote, writeNote } from '../footnotes/footnote-panel.tsx';
import { visualSchema } from '../schema/schema.ts';
import { TABLE_ACTIONS } from '../toolbar/table-actions.ts';
import { FigureColumns } from './figures.ts';
import { LooseText } from './loose-text.ts';

const line = (type: string, text: string) => visualSchema.node(type, null, [visualSchema.text(text)]);

function open(...lines: readonly [type: string, text: string][]): EditorState {
  const doc = visualSchema.node(
    'doc',
    null,
    lines.map(([type, text]) => line(type, text)),
  );
  const looseText = LooseText.config.addProseMirrorPlugins?.call({} as never) ?? [];
  return EditorState.create({ doc, plugins: [history(), ...looseText] });
}

const typesOf = ({ doc }: EditorState) => doc.children.map(({ type }) => type.name);

test('a text without an element that was made a heading is one again after undo, and no paragraph', () => {
  let state = open(['loose', 'A line'], ['p', 'Another']);
  const before = state.doc;
  state = state.apply(state.tr.setNodeMarkup(0, visualSchema.nodes['h2']));
  expect(typesOf(state)).toEqual(['h2', 'p']);
  undo(state, (tr) => {
    state = state.apply(tr);
  });
  expect(typesOf(state)).toEqual(['loose', 'p']);
  expect(state.doc.eq(before)).toBe(true);
});

test('an edit that leaves a text without an element makes it a paragraph', () => {
  let state = open(['h2', 'A line'], ['p', 'Another']);
  state = state.apply(state.tr.setNodeMarkup(0, visualSchema.nodes['loose']));
  expect(typesOf(state)).toEqual(['p', 'p']);
});

/** An editor of this document without a page, and its HTML after what it dispatched. */
function edit(doc: Node, caret: number) {
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, caret) });
  const dispatch = (tr: Transaction): void => void (state = state.apply(tr));
  const editor = { state, view: { dispatch, focus: () => {} } } as unknown as Editor;
  return { editor, doc: () => state.doc, html: () => docToHtml(state.doc).replace(/>\n\s*</g, '><') };
}

/** A post of one paragraph; the first mark of each piece is a footnote with the key. */
function withNotes(...pieces: readonly [text: string, key?: number, mark?: [string, object]][]): Node {
  const mark = (name: string, attrs: object) => visualSchema.mark(name, { ...attrs });
  const texts = pieces.map(([text, key, inner]) =>
    visualSchema.text(text, [
      ...(key ? [mark('small', { 'data-footnote': '', key })] : []),
      ...(inner ? [mark(inner[0], inner[1])] : []),
    ]),
  );
  return visualSchema.node('doc', null, [visualSchema.node('p', null, texts)]);
}

const LINK: [string, object] = ['a', { href: '/contact', key: 2 }];

test.each([
  ['See the rule or do.', 'See the <a href="/contact">rule</a> or do.'],
  ['See the rule or ask, please.', 'See the <a href="/contact">rule</a> or ask, please.'],
  ['Read the rule or ask.', 'Read the <a href="/contact">rule</a> or ask.'],
  ['See the ruling or ask.', 'See the <a href="/contact">ruling</a> or ask.'],
  ['See the or ask.', 'See the or ask.'],
  ['All new', 'All new'],
])('a footnote that becomes %j keeps its other links', (written, inner) => {
  const doc = withNotes(['A'], ['See the ', 1], ['rule', 1, LINK], [' or ask.', 1], ['.']);
  const { editor, html } = edit(doc, 4);
  writeNote(editor, readNote(editor), written);
  expect(html()).toBe(`<p>A<small data-footnote="">${inner}</small>.</p>`);
});

test('text at the end of a footnote is not a part of the link there, and is in its italics', () => {
  const linked = edit(withNotes(['See ', 1], ['rule', 1, LINK]), 2);
  writeNote(linked.editor, readNote(linked.editor), 'See rules');
  expect(linked.html()).toBe('<p><small data-footnote="">See <a href="/contact">rule</a>s</small></p>');
  const italic = edit(withNotes(['rule 😀', 1, ['em', { key: 2 }]]), 2);
  writeNote(italic.editor, readNote(italic.editor), 'rule 😁');
  expect(italic.html()).toBe('<p><small data-footnote=""><em>rule 😁</em></small></p>');
});

test('a footnote is changed or removed without the one beside it', () => {
  const doc = withNotes(['A'], ['one', 1], ['two', 3]);
  const changed = edit(doc, 3);
  expect(readNote(changed.editor).text).toBe('one');
  writeNote(changed.editor, readNote(changed.editor), 'once');
  expect(changed.html()).toBe('<p>A<small data-footnote="">once</small><small data-footnote="">two</small></p>');
  const removed = edit(doc, 8);
  writeNote(removed.editor, readNote(removed.editor), '');
  expect(removed.html()).toBe('<p>A<small data-footnote="">one</small></p>');
});

const HEAD = '<thead><tr><th>Head</th></tr></thead>';
const BODY = '<tr><td>Body</td></tr>';
const FOOT = '<tr><td>Foot</td></tr>';
const ADDED = '<tr><td></td></tr>';

/** An editor of a table of one column, with the caret in the row `at`; each row has its section and its text of four letters. */
function editTable(rows: readonly [section: string, text: string, part?: number][], at: number) {
  const table = rows.map(([section, text, part = 0]) =>
    visualSchema.node('tr', { section, part }, [
      visualSchema.node(section === 'thead' ? 'th' : 'td', null, [line('loose', text)]),
    ]),
  );
  // Before the text of the first cell there are four tags; each is followed by three that close and three that open.
  return edit(visualSchema.node('doc', null, [visualSchema.node('table', null, table)]), 4 + 10 * at);
}

test.each([
  ['rowBefore', 0, null],
  ['rowAfter', 0, `<tbody>${ADDED}${BODY}</tbody><tfoot>${FOOT}</tfoot>`],
  ['rowBefore', 1, `<tbody>${ADDED}${BODY}</tbody><tfoot>${FOOT}</tfoot>`],
  ['rowAfter', 1, `<tbody>${BODY}${ADDED}</tbody><tfoot>${FOOT}</tfoot>`],
  ['rowBefore', 2, `<tbody>${BODY}${ADDED}</tbody><tfoot>${FOOT}</tfoot>`],
  ['rowAfter', 2, `<tbody>${BODY}</tbody><tfoot>${FOOT}${ADDED}</tfoot>`],
] as const)('%s of the row %d adds one where browsers draw it, and none above a heading row', (action, at, rows) => {
  const { editor, html } = editTable(
    [
      ['thead', 'Head'],
      ['tbody', 'Body'],
      ['tfoot', 'Foot'],
    ],
    at,
  );
  expect(TABLE_ACTIONS[action].isEnabled?.(editor)).toBe(rows !== null);
  TABLE_ACTIONS[action].run(editor);
  expect(html()).toBe(`<table>${HEAD}${rows ?? `<tbody>${BODY}</tbody><tfoot>${FOOT}</tfoot>`}</table>`);
});

test('a head of two rows becomes cells and a head again as a whole, where a cell reaches over both', () => {
  const cell = (name: string, rowspan = 1) => visualSchema.node(name, { rowspan }, [line('loose', 'Cell')]);
  const row = (section: string, ...cells: Node[]) => visualSchema.node('tr', { section }, cells);
  const rows = [
    row('thead', cell('th', 2), cell('th')),
    row('thead', cell('th')),
    row('tbody', cell('td'), cell('td')),
  ];
  const doc = visualSchema.node('doc', null, [visualSchema.node('table', null, rows)]);
  const cells = edit(doc, 4);
  TABLE_ACTIONS.toggleHead.run(cells.editor);
  const [c, d] = ['<td>Cell</td>', '<tr><td>Cell</td><td>Cell</td></tr>'];
  const written = `<table><tbody><tr><td rowspan="2">Cell</td>${c}</tr><tr>${c}</tr>${d}</tbody></table>`;
  expect(cells.html()).toBe(written);
  const head = edit(visualSchema.node('doc', null, [cells.doc().firstChild!]), 4);
  TABLE_ACTIONS.toggleHead.run(head.editor);
  const h = '<th scope="col">Cell</th>';
  expect(head.html()).toBe(
    `<table><thead><tr><th scope="col" rowspan="2">Cell</th>${h}</tr><tr>${h}</tr></thead><tbody>${d}</tbody></table>`,
  );
});

test('a figure with a footnote is aligned as on the page', () => {
  const note = visualSchema.text('Net', [visualSchema.mark('small', { 'data-footnote': '' })]);
  const cell = (texts: Node[]) =>
    visualSchema.node('tr', null, [visualSchema.node('td', null, [visualSchema.node('loose', null, texts)])]);
  const rows = [cell([visualSchema.text('₹ 1,200'), note]), cell([visualSchema.text('5')])];
  const doc = visualSchema.node('doc', null, [visualSchema.node('table', null, rows)]);
  const [plugin] = FigureColumns.config.addProseMirrorPlugins?.call({} as never) ?? [];
  const state = EditorState.create({ doc, plugins: [plugin!] });
  expect((plugin!.getState(state) as { cells: DecorationSet }).cells.find()).toHaveLength(2);
});

test.each([
  [0, '<thead><tr><th>Head</th></tr><tr><th></th></tr><tr><th>More</th></tr></thead>', `<tbody>${BODY}${BODY}</tbody>`],
  [2, '<thead><tr><th>Head</th></tr><tr><th>More</th></tr></thead>', `<tbody>${BODY}${ADDED}${BODY}</tbody>`],
])('a row below the row %d between two of one section belongs to it', (at, head, body) => {
  const { editor, html } = editTable(
    [
      ['thead', 'Head'],
      ['thead', 'More'],
      ['tbody', 'Body', 1],
      ['tbody', 'Body', 1],
    ],
    at,
  );
  TABLE_ACTIONS.rowAfter.run(editor);
  expect(html()).toBe(`<table>${head}${body}</table>`);
});
