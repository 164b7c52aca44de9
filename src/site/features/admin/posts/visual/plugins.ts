import { type Editor, Extension, type Extensions } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import type { ComponentType } from 'react';
import { History, Keys, MarkdownKeys } from './behaviour/keys.ts';
import { LooseText } from './behaviour/loose-text.ts';
import { FindButton, FindPanel } from './find/find-bar.tsx';
import { FindExtension } from './find/find-extension.ts';
import { LinkButton, LinkPanel } from './links/link-panel.tsx';
import { LinkKeys } from './links/link-range.ts';
import { pasteExtension } from './paste/paste-extension.ts';
import { PasteNotice } from './paste/paste-notice.tsx';
import { pictureFiles } from './pictures/use-pictures.tsx';
import { SCHEMA_EXTENSIONS } from './schema/schema.ts';

/** What a part of the editor may ask of the form around it. */
export type EditorHost = {
  /** Uploads the files one after another and inserts each at the caret. */
  takePictures: (files: readonly File[]) => void;
  /** Shows a sentence under the toolbar and announces it. */
  tell: (sentence: string) => void;
};

/** A part of the editor in a folder of its own: extensions, buttons for the toolbar, panels under it. */
type EditorPlugin = {
  name: string;
  extensions?: (host: EditorHost) => Extensions;
  /** A `Toolbar.Button` of Radix. */
  Button?: ComponentType<{ editor: Editor }>;
  Panel?: ComponentType<{ editor: Editor; host: EditorHost }>;
};

export const EDITOR_PLUGINS: readonly EditorPlugin[] = [
  { name: 'links', extensions: () => [LinkKeys], Button: LinkButton, Panel: LinkPanel },
  { name: 'find', extensions: () => [FindExtension], Button: FindButton, Panel: FindPanel },
  { name: 'paste', extensions: (host) => [pasteExtension(host)], Panel: PasteNotice },
];

const Cursors = Extension.create({
  name: 'cursors',
  addProseMirrorPlugins: () => [gapCursor(), dropCursor({ color: false, class: 'drop-cursor', width: 2 })],
});

export function visualExtensions(host: EditorHost): Extensions {
  return [
    ...SCHEMA_EXTENSIONS,
    History,
    Keys,
    LooseText,
    MarkdownKeys,
    Cursors,
    pictureFiles(host),
    ...EDITOR_PLUGINS.flatMap(({ extensions }) => extensions?.(host) ?? []),
  ];
}
