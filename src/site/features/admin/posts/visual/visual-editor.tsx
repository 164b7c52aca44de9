import { Editor, type EditorEvents } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { OPENED } from './behaviour/loose-text.ts';
import { writeDoc } from './convert/doc-to-html.ts';
import { openContent, type UnkeptReason } from './convert/open-content.ts';
import { type EditorHost, visualExtensions } from './extensions.ts';
import { FootnotePanel } from './footnotes/footnote-panel.tsx';
import { FindPanel } from './find/find-bar.tsx';
import { LinkPanel } from './links/link-panel.tsx';
import { PasteNotice } from './paste/paste-notice.tsx';
import { hasUploads, usePictureUpload } from './paste/picture-uploads.ts';
import { PicturePanel } from './pictures/picture-panel.tsx';
import { insertPicture, selectedPicture } from './pictures/selected-picture.ts';
import { usePdfs } from './pictures/use-pdfs.tsx';
import { usePictures } from './pictures/use-pictures.tsx';
import { visualSchema } from './schema/schema.ts';
import { SlashMenu } from './slash/slash-menu.tsx';
import { VisualToolbar } from './toolbar/toolbar.tsx';
import { useEditorState } from './use-editor-state.ts';

export type VisualEditorProps = {
  control: EditorControl;
  value: string;
  /** How often the value was merged with that of somebody else. */
  merges: number;
  onChange: (content: string) => void;
  /** The content came from outside and cannot be shown here. */
  onUnkept: (reason: UnkeptReason) => void;
  /** Called with whether pictures of a paste are not in the text yet. */
  onUploads: (isUploading: boolean) => void;
};

/** The text as readers see it, with its toolbar. It is rendered after each transaction. */
export function VisualEditor({ control, value, merges, onChange, onUnkept, onUploads }: VisualEditorProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const takePictures = useRef<EditorHost['takePictures']>(null);
  const upload = usePictureUpload();
  const [host] = useState<EditorHost>(() => ({
    takePictures: (files) => takePictures.current?.(files),
    upload,
  }));
  const onToolbar = (): void => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"], button')?.focus();
  const editor = useVisualEditor({ control, value, merges, onChange, onUnkept, host, onToolbar });
  const pictures = usePictures({
    onInsert: (picture) => insertPicture(editor, picture),
    focusText: () => editor.commands.focus(),
  });
  const pdfs = usePdfs(editor);
  useEffect(() => {
    takePictures.current = (files) => void (pdfs.take(files) || pictures.take(files));
  });
  const openPictures = useEffectEvent(() => pictures.open());
  useEffect(() => {
    const open = (): void => openPictures();
    editor.on('openPictures', open);
    return () => void editor.off('openPictures', open);
  }, [editor]);
  const isUploading = hasUploads(useEditorState(editor));
  useEffect(() => {
    onUploads(isUploading);
    return () => onUploads(false);
  }, [isUploading, onUploads]);
  const picture = selectedPicture(editor);
  return (
    <div className="visual-editor framed">
      <div className="visual-editor__bar">
        <VisualToolbar ref={toolbar} editor={editor} onPicture={pictures.open} onPdf={pdfs.open} />
        <LinkPanel editor={editor} />
        <FootnotePanel editor={editor} />
        <FindPanel editor={editor} />
        <PasteNotice editor={editor} />
      </div>
      <Page editor={editor} />
      <SlashMenu editor={editor} />
      {/* After the text, which must not move under the pointer. */}
      {picture && <PicturePanel editor={editor} picture={picture} />}
      {pictures.dialog}
      {pdfs.dialog}
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
  return <div ref={element} />;
}

/** The attributes of the editable element: its id, name and descriptions. */
export type EditorControl = Readonly<Record<string, string>>;

type VisualEditorOptions = Omit<VisualEditorProps, 'onUploads'> & { onToolbar: () => void; host: EditorHost };

/** The value that was read from outside, and the value that was last reported. Both give the same page. */
type Known = { source: string; doc: Node; reported: string };

/** The caret scrolls into view with this distance from the edges of the window: clear of the bars, as in writing.css. */
const DISTANCE = { top: 128, right: 0, bottom: 96, left: 0 };

/** An editor of `value`. Opening changes nothing; an edit that is undone gives the source again, to the character. */
export function useVisualEditor(options: VisualEditorOptions): Editor {
  const { control, value, merges } = options;
  const onChange = useEffectEvent(options.onChange);
  const onUnkept = useEffectEvent(options.onUnkept);
  const onToolbar = useEffectEvent(options.onToolbar);
  const [editor] = useState(() => createEditor(value, options.host));
  const known = useRef<Known>({ source: value, doc: editor.state.doc, reported: value });
  useEffect(() => {
    const report = ({ editor: { state } }: EditorEvents['update']): void => {
      const { source, doc } = known.current;
      known.current.reported = doc.eq(state.doc) ? source : writeDoc(state.doc);
      onChange(known.current.reported);
    };
    editor.on('update', report);
    return () => void editor.off('update', report);
  }, [editor]);
  const shownControl = useRef<EditorControl>({});
  useEffect(() => {
    // The wiring is a new object in each rendering.
    if (hasSameEntries(shownControl.current, control)) return;
    shownControl.current = control;
    const handleKeyDown = (_: unknown, event: KeyboardEvent): boolean => {
      if (event.key !== 'F10' || !event.altKey) return false;
      onToolbar();
      return true;
    };
    const attributes = { ...control, class: 'prose' };
    editor.setOptions({
      editorProps: { attributes, handleKeyDown, scrollThreshold: DISTANCE, scrollMargin: DISTANCE },
    });
  }, [editor, control]);
  const shownMerges = useRef(merges);
  useEffect(() => {
    const isMerge = merges !== shownMerges.current;
    shownMerges.current = merges;
    if (value === known.current.reported) return;
    const opened = openContent(editor.schema, value);
    if (!opened.doc) return onUnkept(opened.reason);
    replaceDoc(editor, opened.doc, isMerge);
    known.current = { source: value, doc: editor.state.doc, reported: value };
  }, [editor, value, merges]);
  return editor;
}

function hasSameEntries(one: EditorControl, other: EditorControl): boolean {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => one[name] === other[name]);
}

function createEditor(value: string, host: EditorHost): Editor {
  return new Editor({
    element: null,
    extensions: visualExtensions(host),
    content: openContent(visualSchema, value).doc?.toJSON() as object,
    // The Content-Security-Policy forbids inline styles.
    injectCSS: false,
  });
}

/**
 * Shows other content, which is not reported as an edit. It can be undone, but for what came by a merge: an undo takes
 * back only what was typed here. The caret stays in a block that is not changed.
 */
function replaceDoc({ state, view }: Editor, doc: Node, isMerge: boolean): void {
  const { tr } = state;
  const [before, after] = [state.doc.children, doc.children];
  const length = Math.min(before.length, after.length);
  let end = 0;
  while (end < length && before.at(-1 - end)!.eq(after.at(-1 - end)!)) end += 1;
  const [oldEnd, newEnd] = [before.length - end, after.length - end];
  let [from, next] = [0, 0];
  /** Replaces the blocks from `from` to `to` by those from `next` to `until`, and passes the one after them. */
  const replace = (to: number, until: number): void => {
    const sizeOf = (start: number, stop: number) => Fragment.from(before.slice(start, stop)).size;
    const at = tr.mapping.map(sizeOf(0, from));
    if (to > from || until > next) tr.replaceWith(at, at + sizeOf(from, to), after.slice(next, until));
    [from, next] = [to + 1, until + 1];
  };
  for (let at = 0; at < oldEnd; at += 1) {
    const kept = after.findIndex((block, index) => index >= next && index < newEnd && block.eq(before[at]!));
    if (kept >= 0) replace(at, kept);
  }
  replace(oldEnd, newEnd);
  view.dispatch(tr.setMeta('preventUpdate', true).setMeta(OPENED, true).setMeta('addToHistory', !isMerge));
}
