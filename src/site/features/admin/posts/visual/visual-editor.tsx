import { useEffect, useRef, useState } from 'react';
import type { Editor } from '@tiptap/core';
import type { UnkeptReason } from './convert/open-content.ts';
import { PicturePanel } from './pictures/picture-panel.tsx';
import { insertPicture, selectedPicture } from './pictures/selected-picture.ts';
import { usePictures } from './pictures/use-pictures.tsx';
import { type EditorHost, PLUGS } from './plugs.ts';
import { VisualToolbar } from './toolbar/toolbar.tsx';
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
  const pictures = usePictures((picture) => editor && insertPicture(editor, picture));
  const latest = useRef<EditorHost>(null);
  const [host] = useState<EditorHost>(() => ({
    takePictures: (files) => latest.current?.takePictures(files),
    tell: (told) => latest.current?.tell(told),
  }));
  latest.current = { takePictures: pictures.take, tell: setSentence };
  const editor = useVisualEditor({
    control,
    value,
    onChange,
    onUnkept,
    host,
    onToolbar: () => focusFirst(toolbar.current),
  });
  useEditorState(editor);
  const picture = selectedPicture(editor);
  return (
    <div className="visual-editor">
      <div className="visual-editor__bar">
        <VisualToolbar ref={toolbar} editor={editor} onPicture={pictures.open} />
        {picture && <PicturePanel editor={editor} picture={picture} />}
        {PLUGS.map(({ Panel }, at) => Panel && <Panel key={at} editor={editor} host={host} />)}
        <p className="visual-editor__told" role="status">
          {sentence}
        </p>
      </div>
      <Page editor={editor} />
      {pictures.dialog}
    </div>
  );
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
