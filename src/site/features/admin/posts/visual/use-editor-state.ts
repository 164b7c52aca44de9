import { useCallback, useSyncExternalStore } from 'react';
import type { Editor } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';

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
