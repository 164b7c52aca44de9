import { useEffect, useState } from 'react';
import type { Editor } from '@tiptap/core';
import { FindBar } from './find-bar.tsx';
import { NOTHING, setQuery } from './matches.ts';

/** Selected text of this length at most is searched for. */
const MAX_TAKEN = 100;

/** The bar of find and replace; opened by the event `openFind`. */
export function FindPanel({ editor }: { editor: Editor }) {
  /** Each opening focuses the field again. */
  const [opening, setOpening] = useState<{ search: string } | null>(null);
  useEffect(() => {
    const open = (): void => setOpening({ search: selectedText(editor) });
    editor.on('openFind', open);
    return () => void editor.off('openFind', open);
  }, [editor]);
  const close = (): void => {
    setQuery(editor.view, NOTHING);
    setOpening(null);
    editor.commands.focus();
  };
  return opening && <FindBar editor={editor} opening={opening} onClose={close} />;
}

function selectedText({ state: { selection, doc } }: Editor): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) && to - from <= MAX_TAKEN ? doc.textBetween(from, to) : '';
}
