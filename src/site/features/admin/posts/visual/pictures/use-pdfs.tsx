import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { lazyPart } from '../../../lazy-part.tsx';
import type { PdfOpening } from '../../../media/pdf-dialog.tsx';
import { type ChosenPdf, isPdfFile } from '../../../media/pdf-file.ts';

const PdfDialog = lazyPart(() => import('../../../media/pdf-dialog.tsx').then((part) => part.PdfDialog));

/** The dialog of PDF files, opened by its button or by a dropped file; it inserts a link at the caret. */
export function usePdfs(editor: Editor) {
  const [opening, setOpening] = useState<PdfOpening | null>(null);
  const [isUsed, setUsed] = useState(false);
  if (opening && !isUsed) setUsed(true);
  return {
    open: () => setOpening({ file: null }),
    /** Returns whether one of the files is a PDF, which it takes. */
    take: (files: readonly File[]): boolean => {
      const file = files.find(isPdfFile);
      if (file) setOpening({ file });
      return file !== undefined;
    },
    dialog: isUsed && (
      <PdfDialog
        opening={opening}
        onClose={() => setOpening(null)}
        onChosen={(chosen) => insertPdfLink(editor, chosen)}
        focusAfter={() => editor.commands.focus()}
      />
    ),
  };
}

function insertPdfLink(editor: Editor, { url, text }: ChosenPdf): void {
  const link = { type: 'text', text, marks: [{ type: 'a', attrs: { href: url } }] };
  editor.chain().focus().insertContent(link).unsetMark('a').run();
}
