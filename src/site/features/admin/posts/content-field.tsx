import * as Toolbar from '@radix-ui/react-toolbar';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { POST_CONTENT_ROWS } from '#contract/limits.ts';
import { findDropped } from '#contract/post-body/find-dropped.ts';
import { layOutLines } from '#contract/post-body/lay-out-lines.ts';
import { measureBody } from '#contract/post-body/measure-body.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor, type MarkName } from '#site/content/editor.ts';
import { visual } from '#site/content/visual.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { type ControlWiring, Field } from '#site/ui/field.tsx';
import { Textarea } from '#site/ui/textarea.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { toast } from '#site/ui/toast.ts';
import { hasKeyboard } from '../item-form.tsx';
import { useImageDrop } from '../media/image-field.tsx';
import { MARK_KEYS, markOfKeys } from './mark-keys.ts';
import { applyMark, type Edit, insertText, type TextSelection } from './markup.ts';
import { type ModeState, ModeSwitch, useEditorMode } from './visual/mode-switch.tsx';

/** Pictures of a paste that are not in the text yet. What would close the editor without them calls `refuse` first. */
type Uploads = { set: (isUploading: boolean) => void; refuse: () => boolean };

export function useUploads(): Uploads {
  const [isUploading, set] = useState(false);
  const refuse = (): boolean => {
    if (isUploading) toast(DASHBOARD_MESSAGES.pictureNotUploaded);
    return isUploading;
  };
  return { set, refuse };
}

type ContentFieldProps = {
  value: string;
  /** How often the value was merged with that of somebody else. */
  merges: number;
  onChange: (content: string) => void;
  error: string | undefined;
  uploads: Uploads;
};

/** The content of the post, as readers see it or as HTML, with its length and what the page leaves out. */
export function ContentField({ value, merges, onChange, error, uploads }: ContentFieldProps) {
  const mode = useEditorMode(value);
  const words = dashboard.posts;
  const { words: count, minutes } = measureBody(value);
  const dropped = findDropped(value);
  const isVisual = mode.shown === 'visual';
  return (
    <div className="content-field">
      <ModeSwitch
        mode={mode.shown === 'html' ? 'html' : 'visual'}
        onChoose={(chosen) => uploads.refuse() || mode.choose(chosen)}
      />
      <Field
        id="post-content"
        name="content"
        label={words.fields.content}
        hint={mode.shown === 'html' ? words.contentHint : visualHint()}
        error={error}
        isFormControl={mode.shown === 'html'}
        required
      >
        {(control) => (
          <>
            <ReasonForHtml mode={mode} />
            {mode.shown === 'loading' && <Loading />}
            {mode.shown === 'html' && <HtmlField control={control} value={value} onChange={onChange} />}
            {isVisual && mode.chunk && (
              <>
                <textarea hidden readOnly name={control.name} rows={POST_CONTENT_ROWS} value={value} />
                <mode.chunk.VisualEditor
                  control={editableControl(control, words.fields.content)}
                  value={value}
                  merges={merges}
                  onChange={onChange}
                  onUnkept={mode.onUnkept}
                  onUploads={uploads.set}
                />
              </>
            )}
          </>
        )}
      </Field>
      {dropped.length > 0 && <p className="content-field__dropped">{visual.dropped(listNames(dropped))}</p>}
      <p className="character-count label soft tabular">{editor.measure(count, minutes)}</p>
    </div>
  );
}

function Loading() {
  return (
    <div className="content-field__loading">
      <Spinner label={visual.loading} />
    </div>
  );
}

function ReasonForHtml({ mode: { reason, hasFailed } }: { mode: ModeState }) {
  if (hasFailed) return <p role="status">{visual.failed}</p>;
  if (!reason) return null;
  return (
    <p className="content-field__reason" role="status">
      {visual.unkept[reason.kind](listNames(reason.names))}
    </p>
  );
}

const visualHint = (): string => (hasKeyboard() ? visual.hint : visual.touchHint);

const listNames = (names: readonly string[]): string =>
  names.map((name) => visual.droppedNames[name] ?? name).join(', ');

/** The attributes of a field for an element that is not a form control. */
function editableControl(control: ControlWiring, label: string): Record<string, string> {
  return {
    id: control.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-required': 'true',
    'aria-label': label,
    ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
    'aria-invalid': String(control['aria-invalid']),
  };
}

type HtmlFieldProps = { control: ControlWiring; value: string; onChange: (content: string) => void };

/** The content as HTML, with a toolbar and keyboard shortcuts. Old posts of one line are shown in lines. */
function HtmlField({ control, value, onChange }: HtmlFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  // The form keeps the value that it opened with until an edit.
  const shown = value === typed ? value : layOutLines(value);
  useKeptCaret(area, shown, value === typed);
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

/** Keeps the caret of a text area where its text changes from outside before or after it. */
function useKeptCaret(area: RefObject<HTMLTextAreaElement | null>, shown: string, isTyped: boolean): void {
  const last = useRef({ text: shown, caret: 0 });
  useLayoutEffect(() => {
    const { text, caret } = last.current;
    last.current.text = shown;
    const element = area.current;
    if (!element || isTyped || text === shown || document.activeElement !== element) return;
    const kept = movedCaret(text, shown, caret);
    element.setSelectionRange(kept, kept);
  });
  useEffect(() => {
    const note = (): void => {
      if (area.current && document.activeElement === area.current) last.current.caret = area.current.selectionStart;
    };
    document.addEventListener('selectionchange', note);
    return () => document.removeEventListener('selectionchange', note);
  }, [area]);
}

/** As many characters before the caret are sought, the most first. */
const SOUGHT = [80, 40, 20, 10, 5];

/** The place of the caret in a text that was changed before it, behind it, or both: behind the same words. */
function movedCaret(text: string, shown: string, caret: number): number {
  const start = commonStart(text, shown);
  if (caret <= start) return caret;
  const likely = Math.max(start, caret + shown.length - text.length);
  for (const words of SOUGHT.map((length) => text.slice(Math.max(0, caret - length), caret))) {
    const places = words === '' ? [] : shown.split(words).slice(0, -1);
    let place = 0;
    const found = places.map((before) => (place += before.length + words.length));
    const [nearest] = found.toSorted((one, other) => Math.abs(one - likely) - Math.abs(other - likely));
    if (nearest !== undefined) return nearest;
  }
  return likely;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
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

const MARKS = Object.keys(editor.marks.names) as MarkName[];

/** A toolbar with one tab stop and arrow keys. A press does not change the selection of the text. */
function MarkBar({ onMark }: { onMark: (name: MarkName) => void }) {
  return (
    <Toolbar.Root className="mark-bar wraps" aria-label={editor.marks.label} aria-controls="post-content">
      {MARKS.map((name) => {
        const keys = MARK_KEYS[name];
        return (
          <Toolbar.Button
            key={name}
            type="button"
            className={`mark-bar__button mark-bar__button--${name}`}
            {...(keys && { 'aria-keyshortcuts': keys, title: `${editor.marks.names[name]} (${keys})` })}
            onClick={() => onMark(name)}
          >
            {editor.marks.names[name]}
          </Toolbar.Button>
        );
      })}
    </Toolbar.Root>
  );
}
