import { useEffect, useRef, useState } from 'react';
import type { Editor } from '@tiptap/core';
import { undo } from '@tiptap/pm/history';
import type { Transaction } from '@tiptap/pm/state';
import type { Pasted } from './paste-extension.ts';
import { uploadsKey } from './picture-uploads.ts';

/** The last paste until the next change of the text, when the last step of the history is no longer the paste. */
export function usePasted(editor: Editor) {
  const [pasted, setPasted] = useState<Pasted | null>(null);
  /** How many steps of the history the paste and its pictures are. */
  const steps = useRef(0);
  useEffect(() => {
    const begin = (result: Pasted): void => {
      steps.current = 1;
      setPasted(result);
    };
    const count = (): void => {
      steps.current += 1;
    };
    const end = ({ transaction }: { transaction: Transaction }): void => {
      const isOwn = transaction.getMeta('paste') === true || transaction.getMeta(uploadsKey) !== undefined;
      if (transaction.docChanged && !isOwn) setPasted(null);
    };
    editor.on('pasted', begin).on('pastedPicture', count).on('transaction', end);
    return () => void editor.off('pasted', begin).off('pastedPicture', count).off('transaction', end);
  }, [editor]);
  const onDismiss = (): void => setPasted(null);
  const onUndo = (): void => {
    for (let left = steps.current; left > 0; left -= 1) undo(editor.state, editor.view.dispatch);
    setPasted(null);
    editor.commands.focus();
  };
  return { pasted, onUndo, onDismiss };
}
