import type { ComponentType } from 'react';
import type { Editor, Extensions } from '@tiptap/core';
import { FindButton } from './find/find-button.tsx';
import { FindExtension } from './find/find-extension.ts';
import { FindPanel } from './find/find-panel.tsx';
import { LinkButton } from './links/link-button.tsx';
import { LinkKeys } from './links/link-extension.ts';
import { LinkPanel } from './links/link-panel.tsx';
import { pasteExtension } from './paste/paste-extension.ts';
import { PasteNotice } from './paste/paste-notice.tsx';

/** What a part of the editor may ask of the form around it. */
export type EditorHost = {
  /** Uploads the files one after another and inserts each at the caret. */
  takePictures: (files: readonly File[]) => void;
  /** Shows a sentence under the toolbar and announces it. */
  tell: (sentence: string) => void;
};

/** A part of the editor in a folder of its own: extensions, buttons for the toolbar, panels under it. */
export type Plug = {
  name: string;
  extensions?: (host: EditorHost) => Extensions;
  /** A `Toolbar.Button` of Radix. */
  Button?: ComponentType<{ editor: Editor }>;
  Panel?: ComponentType<{ editor: Editor; host: EditorHost }>;
};

export const PLUGS: readonly Plug[] = [
  { name: 'links', extensions: () => [LinkKeys], Button: LinkButton, Panel: LinkPanel },
  { name: 'find', extensions: () => [FindExtension], Button: FindButton, Panel: FindPanel },
  { name: 'paste', extensions: (host) => [pasteExtension(host)], Panel: PasteNotice },
];
