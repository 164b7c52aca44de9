import { Extension, type Extensions } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { Autolink } from './behaviour/autolink.ts';
import { Composition } from './behaviour/composition.ts';
import { EditorKeys, History, MarkdownKeys } from './behaviour/keys.ts';
import { FigureColumns } from './behaviour/figures.ts';
import { LooseText } from './behaviour/loose-text.ts';
import { FindExtension } from './find/find-extension.ts';
import { pasteExtension } from './paste/paste-extension.ts';
import type { UploadPicture } from './paste/picture-uploads.ts';
import { pictureFiles } from './pictures/use-pictures.tsx';
import { SCHEMA_EXTENSIONS } from './schema/schema.ts';
import { SlashKeys } from './slash/slash-plugin.ts';

/** What the extensions ask of the form around the editor. */
export type EditorHost = {
  /** Uploads the files one after another and inserts each at the caret. */
  takePictures: (files: readonly File[]) => void;
  upload: UploadPicture;
};

const Cursors = Extension.create({
  name: 'cursors',
  addProseMirrorPlugins: () => [gapCursor(), dropCursor({ color: false, class: 'drop-cursor', width: 2 })],
});

export function visualExtensions(host: EditorHost): Extensions {
  return [
    ...SCHEMA_EXTENSIONS,
    Composition,
    History,
    EditorKeys,
    LooseText,
    Autolink,
    FigureColumns,
    SlashKeys,
    MarkdownKeys,
    Cursors,
    pictureFiles(host),
    FindExtension,
    pasteExtension(host),
  ];
}
