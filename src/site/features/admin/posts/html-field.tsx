import { type KeyboardEvent, useRef, useState } from 'react';
import { layOutLines } from '#contract/post-body/lay-out-lines.ts';
import { POST_CONTENT_ROWS } from '#contract/limits.ts';
import type { MarkName } from '#site/content/editor.ts';
import type { ControlWiring } from '#site/ui/field.tsx';
import { Textarea } from '#site/ui/input.tsx';
import { useImageDrop } from '../media/use-image-drop.tsx';
import { MarkBar } from './mark-bar.tsx';
import { markOfKeys } from './mark-keys.ts';
import { type Edit, type TextSelection, applyMark, insertText } from './markup.ts';

type HtmlFieldProps = { control: ControlWiring; value: string; onChange: (content: string) => void };

/** The content as HTML, with a toolbar and keyboard shortcuts. Old posts of one line are shown in lines. */
export function HtmlField({ control, value, onChange }: HtmlFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  // The form keeps the value that it opened with until an edit.
  const shown = value === typed ? value : layOutLines(value);
  const perform = (editOf: (selection: TextSelection) => Edit): void => {
    if (!area.current) return;
    const { value: text, selectionStart: start, selectionEnd: end } = area.current;
    performEdit(area.current, editOf({ text, start, end }));
  };
  const pictures = useImageDrop((html) => perform((selection) => insertText(selection, html)));
  const mark = (name: MarkName): void => {
    if (name === 'image') pictures.open();
    else perform((selection) => applyMark(name, selection));
  };
  const handleKeys = (event: KeyboardEvent): void => {
    const name = markOfKeys(event.nativeEvent);
    if (!name) return;
    event.preventDefault();
    mark(name);
  };
  return (
    <>
      <MarkBar onMark={mark} />
      <Textarea
        {...control}
        {...pictures.dropProps}
        ref={area}
        rows={POST_CONTENT_ROWS}
        value={shown}
        onKeyDown={handleKeys}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(event.target.value);
        }}
      />
      {pictures.dialog}
    </>
  );
}

/** Applies the edit as if it had been typed, so that the browser's undo reverts it. */
function performEdit(area: HTMLTextAreaElement, { from, to, insert, selectFrom, selectTo }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, and the only way that keeps the undo history of a text area. It fails while a closing dialog has the focus.
  const isTyped = document.activeElement === area && document.execCommand('insertText', false, insert);
  if (!isTyped) {
    area.setRangeText(insert, from, to);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(selectFrom, selectTo);
}
