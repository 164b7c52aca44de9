import { Extension } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import {
  findNext,
  findPrev,
  getSearchState,
  replaceAll,
  search,
  SearchQuery,
  type SearchResult,
  setSearchState,
} from 'prosemirror-search';

/** Marks the matches by classes. Ctrl/⌘-G goes to the next match. */
export const FindExtension = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [search()],
  addKeyboardShortcuts() {
    return {
      'Mod-g': () => findNext(this.editor.state, this.editor.view.dispatch),
      'Shift-Mod-g': () => findPrev(this.editor.state, this.editor.view.dispatch),
    };
  },
});

export type FindValues = { search: string; replace: string; caseSensitive: boolean; wholeWord: boolean };
export const NOTHING: FindValues = { search: '', replace: '', caseSensitive: false, wholeWord: false };

/** The number of matches, and which of them is selected, from 1; 0 where none is. */
type Matches = { at: number; of: number };

export function countMatches(state: EditorState): Matches {
  const query = getSearchState(state)?.query;
  const { from, to } = state.selection;
  const matches = { at: 0, of: 0 };
  if (!query?.valid) return matches;
  for (let match = query.findNext(state, 0); match; match = query.findNext(state, match.to)) {
    matches.of += 1;
    if (match.from === from && match.to === to) matches.at = matches.of;
  }
  return matches;
}

/** The pattern of a text; a space also finds one that does not break, and a quote one that is straight or curly. */
function patternOf(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replace(/[ \u00a0\u202f]/g, '[ \u00a0\u202f]')
    .replace(/['‘’]/g, "['‘’]")
    .replace(/["“”]/g, '["“”]');
}

/** Whether no word goes on at either end of a match; prosemirror-search asks for letters only, not marks and digits. */
function isWholeWord({ doc }: EditorState, { from, to }: { from: number; to: number }): boolean {
  return [from, to].every((at) => {
    const { nodeBefore, nodeAfter } = doc.resolve(at);
    const around = [nodeBefore?.text?.slice(-2) ?? '', nodeAfter?.text?.slice(0, 2) ?? ''] as const;
    return !(/[\p{L}\p{M}\p{N}_]$/u.test(around[0]) && /^[\p{L}\p{M}\p{N}_]/u.test(around[1]));
  });
}

/**
 * What is typed is meant as it is, in both fields. The plain query of prosemirror-search drops `$1` of a replacement and
 * a link whose whole text is replaced, and misses the place behind a letter that is longer in lower case (İ).
 */
class TextQuery extends SearchQuery {
  constructor({ search: text, ...values }: FindValues) {
    const filter = values.wholeWord && { filter: isWholeWord };
    super({ ...values, search: patternOf(text), regexp: true, ...filter });
  }

  /** That of prosemirror-search never ends at a match that begins with a surrogate pair. */
  override findPrev(state: EditorState, from = state.doc.content.size, to = 0): SearchResult | null {
    let last: SearchResult | null = null;
    for (let match = this.findNext(state, to, from); match; match = this.findNext(state, match.to, from)) last = match;
    return last;
  }

  override getReplacements({ doc, schema }: EditorState, { from, to }: SearchResult) {
    const [first, last] = [from, to - 1].map((at) => doc.nodeAt(at)?.marks ?? []);
    const marks = first?.filter((mark) => mark.type.spec.inclusive !== false || mark.isInSet(last ?? []));
    const text = this.replace === '' ? Fragment.empty : Fragment.from(schema.text(this.replace, marks));
    return [{ from, to, insert: new Slice(text, 0, 0) }];
  }
}

export function setQuery({ state, dispatch }: Pick<EditorView, 'state' | 'dispatch'>, values: FindValues): void {
  dispatch(setSearchState(state.tr, new TextQuery(values)));
}

/** Returns how many matches were replaced, as one step to undo. */
export function replaceEvery({ state, dispatch }: Pick<EditorView, 'state' | 'dispatch'>): number {
  const { of } = countMatches(state);
  replaceAll(state, dispatch);
  return of;
}
