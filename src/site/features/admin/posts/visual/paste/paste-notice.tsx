import type { Editor } from '@tiptap/core';
import { undo } from '@tiptap/pm/history';
import type { Transaction } from '@tiptap/pm/state';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paste as words } from '#site/content/paste.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { describeDropped } from './dropped.ts';
import type { Pasted } from './paste-extension.ts';
import { uploadsKey } from './picture-uploads.ts';

/** Says what a paste lost, politely, with an undo; nothing where it lost nothing. */
export function PasteNotice({ editor }: { editor: Editor }): ReactNode {
  const { pasted, onUndo, onDismiss } = usePasted(editor);
  const sentences = pasted ? sentencesOf(pasted) : [];
  return (
    // Present before its text, so that screen readers announce the text.
    <div role="status" aria-label={words.notice} className="paste-notice">
      {sentences.length > 0 && (
        <Notice>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <div className="notice-actions wraps">
            <Button size="small" variant="line" onClick={onUndo}>
              {words.undo}
            </Button>
            <Button size="small" variant="line" onClick={onDismiss}>
              {words.dismiss}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}

function sentencesOf({ dropped, remote, isMarkdown }: Pasted): string[] {
  return [
    isMarkdown ? words.fromMarkdown : '',
    describeDropped(dropped),
    remote > 0 ? words.remotePictures(remote) : '',
  ].filter(Boolean);
}

/** The last paste until the next change of the text, when the last step of the history is no longer the paste. */
function usePasted(editor: Editor) {
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
