import { useEffect, useRef, useState } from 'react';
import type { Editor, JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEditor } from '@tiptap/react';
import { writeDoc } from './convert/doc-to-html.ts';
import { openContent, type UnkeptReason } from './convert/open-content.ts';
import { OPENED } from './behaviour/loose-text.ts';
import { visualExtensions } from './extensions.ts';
import type { EditorHost } from './plugs.ts';
import { visualSchema } from './schema/schema.ts';

/** The attributes of the editable element: its id, name and descriptions. */
export type EditorControl = Readonly<Record<string, string>>;

type VisualEditorOptions = {
  control: EditorControl;
  value: string;
  onChange: (content: string) => void;
  onUnkept: (reason: UnkeptReason) => void;
  onToolbar: () => void;
  host: EditorHost;
};

/** What was read from outside, and what was last reported; both are the same page. */
type Known = { source: string; doc: Node | null; reported: string };

/** An editor of `value`. Opening changes nothing; an edit that is undone gives the source again, to the character. */
export function useVisualEditor({ control, value, onChange, onUnkept, onToolbar, host }: VisualEditorOptions): Editor {
  const known = useRef<Known>({ source: value, doc: null, reported: value });
  const latest = useRef({ onChange, onUnkept, onToolbar });
  latest.current = { onChange, onUnkept, onToolbar };
  const [opening] = useState(() => ({
    extensions: visualExtensions(host),
    content: (openContent(visualSchema, value).doc?.toJSON() ?? null) as JSONContent | null,
  }));
  const editor = useEditor({
    ...opening,
    // The Content-Security-Policy forbids inline styles.
    injectCSS: false,
    editorProps: {
      attributes: { ...control, class: 'prose' },
      handleKeyDown: (_, event) => {
        if (event.key !== 'F10' || !event.altKey) return false;
        latest.current.onToolbar();
        return true;
      },
    },
    onCreate: ({ editor: created }) => (known.current.doc = created.state.doc),
    onUpdate: ({ editor: { state } }) => {
      const { source, doc } = known.current;
      known.current.reported = doc?.eq(state.doc) ? source : writeDoc(state.doc);
      latest.current.onChange(known.current.reported);
    },
  });
  useEffect(() => {
    if (value === known.current.reported) return;
    const opened = openContent(editor.schema, value);
    if (!opened.doc) return latest.current.onUnkept(opened.reason);
    const { tr, doc } = editor.state;
    editor.view.dispatch(
      tr.replaceWith(0, doc.content.size, opened.doc.content).setMeta('preventUpdate', true).setMeta(OPENED, true),
    );
    known.current = { source: value, doc: editor.state.doc, reported: value };
  }, [editor, value]);
  return editor;
}
