import { Extension } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import {
  findNext,
  findPrev,
  getSearchState,
  replaceAll,
  search,
  SearchQuery,
  setSearchState,
} from 'prosemirror-search';

declare module '@tiptap/core' {
  interface EditorEvents {
    /** Opens the bar of find and replace. */
    openFind: undefined;
  }
}

/** Marks the matches by classes. Ctrl/⌘-F opens the bar, Ctrl/⌘-G goes to the next match. */
export const FindExtension = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [search()],
  addKeyboardShortcuts() {
    return {
      'Mod-f': () => {
        this.editor.emit('openFind', undefined);
        return true;
      },
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

/** Whether no word goes on at either end of a match; prosemirror-search asks for letters only, not marks and digits. */
function isWholeWord({ doc }: EditorState, { from, to }: { from: number; to: number }): boolean {
  return [from, to].every((at) => {
    const { nodeBefore, nodeAfter } = doc.resolve(at);
    const around = [nodeBefore?.text?.slice(-2) ?? '', nodeAfter?.text?.slice(0, 2) ?? ''] as const;
    return !(/[\p{L}\p{M}\p{N}_]$/u.test(around[0]) && /^[\p{L}\p{M}\p{N}_]/u.test(around[1]));
  });
}

export function setQuery({ state, dispatch }: EditorView, values: FindValues): void {
  // Backslashes are text.
  const query = new SearchQuery({ ...values, literal: true, ...(values.wholeWord && { filter: isWholeWord }) });
  dispatch(setSearchState(state.tr, query));
}

/** Returns how many matches were replaced, as one step to undo. */
export function replaceEvery({ state, dispatch }: EditorView): number {
  const { of } = countMatches(state);
  replaceAll(state, dispatch);
  return of;
}
