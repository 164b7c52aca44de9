import { EditorState, type Transaction } from '@tiptap/pm/state';
import { findPrev, search } from 'prosemirror-search';
import { expect, test } from 'vitest';
import { visualSchema } from '../schema/schema.ts';
import { countMatches, NOTHING, replaceEvery, setQuery } from './find-extension.ts';

const { strong, a: link, small } = visualSchema.marks;
const BOLD = strong!.create();

/** A view of one paragraph, without a document of the browser; `mark` is that of every second text. */
function open(texts: readonly string[], mark = BOLD) {
  const parts = texts.map((part, n) => visualSchema.text(part, n % 2 === 1 ? [mark] : []));
  const view = {
    state: EditorState.create({
      doc: visualSchema.node('doc', null, [visualSchema.node('p', null, parts)]),
      plugins: [search()],
    }),
    dispatch(tr: Transaction): void {
      view.state = view.state.apply(tr);
    },
  };
  return view;
}

function matchesOf(content: string, found: string): number {
  const view = open([content]);
  setQuery(view, { ...NOTHING, search: found });
  return countMatches(view.state).of;
}

function replaced(content: string, found: string, replace: string): string {
  const view = open([content]);
  setQuery(view, { ...NOTHING, search: found, replace });
  replaceEvery(view);
  return view.state.doc.textContent;
}

test.each(['US$100', '$1', '$&', '$$', '$', '', '\\n'])('a match is replaced by %j as it is', (replace) => {
  expect(replaced('Pay ₹100 or ₹100.', '₹100', replace)).toBe(`Pay ${replace} or ${replace}.`);
});

test.each([
  ['bold where its beginning was', BOLD, [' now, or ', false, 'US$100', true, ' later', false]],
  ['a link where all of it was', link!.create({ href: '/contact' }), [' now, or US$100 later', false]],
  ['a footnote where all of it was', small!.create({ 'data-footnote': '' }), [' now, or US$100 later', false]],
])('a replacement is %s', (_what, mark, rest) => {
  const view = open(['Pay ', '₹100', ' now, or ', '₹', '100 later'], mark);
  setQuery(view, { ...NOTHING, search: '₹100', replace: 'US$100' });
  replaceEvery(view);
  const parts = view.state.doc.firstChild!.children.flatMap((part) => [part.text, mark.isInSet(part.marks)]);
  expect(parts).toEqual(['Pay ', false, 'US$100', true, ...rest]);
});

test('a match behind a letter that is longer in lower case is replaced where it stands', () => {
  expect(replaced('İzmir: duty and DUTY', 'duty', 'tax')).toBe('İzmir: tax and tax');
});

test.each([
  ['Rs\u00a0500 and Rs 500', 'rs 500', 2],
  ['Rs\u00a0500 and Rs 500', 'Rs\u00a0500', 2],
  ["the client’s and the client's", "client's", 2],
  ['“duty” and "duty"', '“duty”', 2],
  ['(a.b) [c] a/b and (axb)', '(a.b)', 1],
  ['(a.b) [c] a/b and (axb)', '[c] a/b', 1],
  ['a\\n and\n', '\\n', 1],
])('%j has as many matches of %j: %i', (content, found, of) => {
  expect(matchesOf(content, found)).toBe(of);
});

test('the previous match is found, also of a character of two units', () => {
  const view = open(['😀 a 😀 b 😀']);
  setQuery(view, { ...NOTHING, search: '😀' });
  const places = [1, 2, 3, 4].map(() => {
    findPrev(view.state, (tr) => view.dispatch(tr));
    return countMatches(view.state).at;
  });
  expect(places).toEqual([3, 2, 1, 3]);
});
