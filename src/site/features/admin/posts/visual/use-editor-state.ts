import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Editor, EditorEvents, Range } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import type { Mappable } from '@tiptap/pm/transform';

/** The state of the editor; the component is rendered after each transaction. */
export function useEditorState(editor: Editor): EditorState {
  const subscribe = useCallback(
    (onChange: () => void) => {
      editor.on('transaction', onChange).on('mount', onChange);
      return () => void editor.off('transaction', onChange).off('mount', onChange);
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => editor.state);
}

/** Gives the text the focus after a dialog; returns whether it did. The editor may have gone with its page meanwhile. */
export function focusEditor(editor: Editor): boolean {
  if (editor.isDestroyed) return false;
  editor.view.focus();
  return true;
}

/** What a dialog edits; `isGone` if its place was deleted or replaced meanwhile. */
type Edited<Read extends Range> = Read & { isGone: boolean };

/**
 * What the dialog edits that `event` opens, or null, and a function that closes the dialog. The range moves with the
 * text: another editor's save or an upload may change the document while the dialog is open.
 */
export function useDialogRange<Read extends Range>(
  editor: Editor,
  event: 'openLink' | 'openFootnote',
  read: (editor: Editor) => Read,
): [Edited<Read> | null, () => void] {
  const [edited, setEdited] = useState<Edited<Read> | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      // The browser reports a selection by the keyboard after the key.
      timer = setTimeout(() => setEdited({ ...read(editor), isGone: false }));
    };
    const follow = ({ transaction, appendedTransactions }: EditorEvents['transaction']): void => {
      for (const { mapping } of [transaction, ...appendedTransactions])
        setEdited((before) => before && mapRange(before, mapping));
    };
    editor.on(event, open).on('transaction', follow);
    return () => {
      clearTimeout(timer);
      editor.off(event, open).off('transaction', follow);
    };
  }, [editor, event, read]);
  return [edited, () => setEdited(null)];
}

function mapRange<Read extends Range>(range: Edited<Read>, mapping: Mappable): Edited<Read> {
  const start = mapping.mapResult(range.from, 1);
  const from = start.pos;
  const to = Math.max(from, mapping.map(range.to, -1));
  const isDeleted = range.from < range.to ? from === to : start.deletedAcross;
  return { ...range, from, to, isGone: range.isGone || isDeleted };
}
