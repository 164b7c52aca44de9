import { type ReactNode, useEffect } from 'react';
import type { Editor } from '@tiptap/core';
import { paste as words } from '#site/content/paste.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { describeDropped } from './dropped.ts';
import { type Pasted, provideUpload } from './paste-extension.ts';
import { usePasted } from './use-pasted.ts';
import { usePictureUpload } from './use-picture-upload.ts';

/** Says what a paste lost, politely, with an undo; nothing where it lost nothing. */
export function PasteNotice({ editor }: { editor: Editor }): ReactNode {
  const upload = usePictureUpload();
  useEffect(() => provideUpload(editor, upload), [editor, upload]);
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
          <div className="notice-actions">
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
