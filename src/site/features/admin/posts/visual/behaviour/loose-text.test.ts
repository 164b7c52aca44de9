import { history, undo } from '@tiptap/pm/history';
import { EditorState } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { visualSchema } from '../schema/schema.ts';
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
