import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { history, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { docToHtml } from '../convert/doc-to-html.ts';
import { readNote, writeNote } from '../footnotes/footnote-panel.tsx';
import { visualSchema } from '../schema/schema.ts';
import { TABLE_ACTIONS } from '../toolbar/table-actions.ts';
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
  return { editor, html: () => docToHtml(state.doc).replace(/>\n\s*</g, '><') };
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
const ADDED = '<tr><td></td></tr>';

test.each([
  ['rowBefore', 'Head', null],
  ['rowAfter', 'Head', `${HEAD}<tbody>${ADDED}<tr><td>Body</td></tr></tbody>`],
  ['rowBefore', 'Body', `${HEAD}<tbody>${ADDED}<tr><td>Body</td></tr></tbody>`],
  ['rowAfter', 'Body', `${HEAD}<tbody><tr><td>Body</td></tr>${ADDED}</tbody>`],
] as const)('%s of the row %s adds one where browsers draw it, and none above a heading row', (action, text, rows) => {
  const row = (section: string, cell: string, content: string) =>
    visualSchema.node('tr', { section }, [visualSchema.node(cell, null, [line('loose', content)])]);
  const table = visualSchema.node('table', null, [row('thead', 'th', 'Head'), row('tbody', 'td', 'Body')]);
  // Before the text of the first cell there are four tags; it is followed by three that close and three that open.
  const { editor, html } = edit(visualSchema.node('doc', null, [table]), text === 'Head' ? 4 : 14);
  expect(TABLE_ACTIONS[action].isEnabled?.(editor)).toBe(rows !== null);
  TABLE_ACTIONS[action].run(editor);
  expect(html()).toBe(`<table>${rows ?? `${HEAD}<tbody><tr><td>Body</td></tr></tbody>`}</table>`);
});
