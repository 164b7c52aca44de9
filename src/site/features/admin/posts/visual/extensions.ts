import { Extension, type Extensions } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { History } from './behaviour/history.ts';
import { Keys } from './behaviour/keys.ts';
import { LooseText } from './behaviour/loose-text.ts';
import { MarkdownKeys } from './behaviour/markdown-keys.ts';
import { type EditorHost, PLUGS } from './plugs.ts';
import { pictureFiles } from './pictures/picture-files.ts';
import { SCHEMA_EXTENSIONS } from './schema/schema.ts';

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
    ...PLUGS.flatMap(({ extensions }) => extensions?.(host) ?? []),
  ];
}
