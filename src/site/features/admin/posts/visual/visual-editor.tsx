import { useEffect, useRef, useState } from 'react';
import type { Editor } from '@tiptap/core';
import { openContent, type UnkeptReason } from './convert/open-content.ts';
import { PicturePanel } from './pictures/picture-panel.tsx';
import { insertPicture, selectedPicture } from './pictures/selected-picture.ts';
import { usePictures } from './pictures/use-pictures.tsx';
import { type EditorHost, PLUGS } from './plugs.ts';
import { VisualToolbar } from './toolbar/toolbar.tsx';
import { visualSchema } from './schema/schema.ts';
import { useEditorState } from './use-editor-state.ts';
import { type EditorControl, useVisualEditor } from './use-visual-editor.ts';

export type VisualEditorProps = {
  control: EditorControl;
  value: string;
  onChange: (content: string) => void;
  /** The content came from outside and cannot be shown here. */
  onUnkept: (reason: UnkeptReason) => void;
};

/** The text as readers see it, with its toolbar. It is rendered after each transaction. */
export function VisualEditor({ control, value, onChange, onUnkept }: VisualEditorProps) {
  const [sentence, setSentence] = useState('');
  const toolbar = useRef<HTMLDivElement>(null);
  const takePictures = useRef<EditorHost['takePictures']>(null);
  const [host] = useState<EditorHost>(() => ({
    takePictures: (files) => takePictures.current?.(files),
    tell: setSentence,
  }));
  const onToolbar = (): void => focusFirst(toolbar.current);
  const editor = useVisualEditor({ control, value, onChange, onUnkept, host, onToolbar });
  const pictures = usePictures({
    onInsert: (picture) => insertPicture(editor, picture),
    focusText: () => editor.commands.focus(),
  });
  useEffect(() => {
    takePictures.current = pictures.take;
  });
  useEditorState(editor);
  const picture = selectedPicture(editor);
  return (
    <div className="visual-editor">
      <div className="visual-editor__bar">
        <VisualToolbar ref={toolbar} editor={editor} onPicture={pictures.open} />
        {PLUGS.map(({ name, Panel }) => Panel && <Panel key={name} editor={editor} host={host} />)}
        <p className="visual-editor__told" role="status">
          {sentence}
        </p>
      </div>
      <Page editor={editor} />
      {/* After the text, which must not move under the pointer. */}
      {picture && <PicturePanel editor={editor} picture={picture} />}
      {pictures.dialog}
    </div>
  );
}

/** Why the visual editor cannot show this content unchanged; null where it can. */
export function whyUnkept(content: string): UnkeptReason | null {
  return openContent(visualSchema, content).reason ?? null;
}

function Page({ editor }: { editor: Editor }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current) editor.mount(element.current);
    return () => editor.unmount();
  }, [editor]);
  return <div ref={element} className="visual-editor__page" />;
}

function focusFirst(toolbar: HTMLElement | null): void {
  toolbar?.querySelector<HTMLElement>('[tabindex="0"], button')?.focus();
}
