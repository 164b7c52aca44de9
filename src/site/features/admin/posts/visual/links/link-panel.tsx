import { useEffect, useState } from 'react';
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { postLinks } from '#site/content/post-links.ts';
import { Dialog } from '#site/ui/dialog.tsx';
import { LinkForm } from './link-form.tsx';
import { type LinkRange, applyLink, readLinkRange, removeLink } from './link-range.ts';

/** The dialog of links; opened by the event `openLink`. */
export function LinkPanel({ editor }: { editor: Editor }) {
  const [range, setRange] = useState<LinkRange | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      // The browser reports a selection by the keyboard after the key.
      timer = setTimeout(() => setRange(readLinkRange(editor.state)));
    };
    editor.on('openLink', open);
    return () => {
      clearTimeout(timer);
      editor.off('openLink', open);
    };
  }, [editor]);
  const finish = (change: (tr: Transaction, edited: LinkRange) => Transaction): void => {
    if (range) editor.view.dispatch(change(editor.state.tr, range).scrollIntoView());
    setRange(null);
  };
  const words = postLinks.dialog;
  return (
    <Dialog
      isOpen={range !== null}
      onClose={() => setRange(null)}
      title={range?.isLink ? words.change : words.add}
      closeLabel={words.close}
    >
      {range && (
        <LinkForm
          range={range}
          onApply={(values) => finish((tr, edited) => applyLink(tr, edited, values))}
          onRemove={() => finish(removeLink)}
        />
      )}
    </Dialog>
  );
}
