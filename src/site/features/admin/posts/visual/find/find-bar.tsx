import type { Editor } from '@tiptap/core';
import { findNext, findPrev, replaceNext } from 'prosemirror-search';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { findInText as words } from '#site/content/editor.ts';
import { Button } from '#site/ui/button.tsx';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { TextField } from '#site/ui/field.tsx';
import { Icon, type IconName } from '#site/ui/icon.tsx';
import { useEditorState } from '../use-editor-state.ts';
import { countMatches, type FindValues, NOTHING, replaceEvery, setQuery } from './find-extension.ts';

type FindBarProps = { editor: Editor; opening: { search: string }; onClose: () => void };

function FindBar({ editor, opening, onClose }: FindBarProps) {
  const { view } = editor;
  const [values, setValues] = useState<FindValues>({ ...NOTHING, search: opening.search });
  const [replaced, setReplaced] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { at, of } = countMatches(useEditorState(editor));
  const goToNext = () => findNext(view.state, view.dispatch);
  const goToPrevious = () => findPrev(view.state, view.dispatch);
  const change = (part: Partial<FindValues>): void => {
    setReplaced(null);
    setValues((now) => ({ ...now, ...part }));
  };
  useEffect(() => {
    if (opening.search) setValues((now) => ({ ...now, search: opening.search }));
    field.current?.focus();
    field.current?.select();
  }, [opening]);
  useEffect(() => setQuery(view, values), [view, values]);
  const handleKeys = (event: KeyboardEvent): void => {
    const isButton = event.target instanceof HTMLButtonElement;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !isButton) (event.shiftKey ? goToPrevious : goToNext)();
    else return;
    // Enter would submit the form of the post.
    event.preventDefault();
    event.stopPropagation();
  };
  const status = replaced !== null ? words.replaced(replaced) : of > 0 ? words.place(at, of) : words.none;
  return (
    <div role="search" aria-label={words.bar} className="find-bar stack" onKeyDown={handleKeys}>
      <div className="find-bar__row wraps">
        <FindField
          ref={field}
          name="find-text"
          label={words.find}
          value={values.search}
          onChange={(search) => change({ search })}
        />
        <p role="status" className="find-bar__count tabular">
          {values.search && status}
        </p>
        <FindStep label={words.previous} icon="left" isOff={of === 0} onClick={goToPrevious} />
        <FindStep icon="right" label={words.next} isOff={of === 0} onClick={goToNext} />
        <FindStep icon="cross" label={words.close} isOff={false} onClick={onClose} />
      </div>
      <div className="find-bar__row wraps">
        <FindField
          name="find-replace"
          label={words.replace}
          value={values.replace}
          onChange={(replace) => change({ replace })}
        />
        <Button
          size="small"
          variant="line"
          aria-disabled={of === 0}
          onClick={() => replaceNext(view.state, view.dispatch)}
        >
          {words.replaceOne}
        </Button>
        <Button size="small" variant="line" aria-disabled={of === 0} onClick={() => setReplaced(replaceEvery(view))}>
          {words.replaceAll}
        </Button>
      </div>
      <div className="find-bar__row wraps">
        <Checkbox
          name="find-case"
          label={words.matchCase}
          checked={values.caseSensitive}
          onChange={(event) => change({ caseSensitive: event.target.checked })}
        />
        <Checkbox
          name="find-word"
          label={words.wholeWord}
          checked={values.wholeWord}
          onChange={(event) => change({ wholeWord: event.target.checked })}
        />
      </div>
    </div>
  );
}

type FindFieldProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
};

function FindField({ name, label, value, onChange, ref }: FindFieldProps) {
  return (
    <TextField
      id={name}
      name={name}
      label={label}
      ref={ref}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type FindStepProps = { icon: IconName; label: string; isOff: boolean; onClick: () => void };

/** As `IconButton` (ui/carousel.tsx), which the home page would then load in a file of its own. */
function FindStep({ icon, label, isOff, onClick }: FindStepProps) {
  return (
    <button type="button" className="icon-button framed" aria-label={label} aria-disabled={isOff} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** Selected text of this length at most is searched for. */
const MAX_TAKEN = 100;

/** The bar of find and replace; opened by the event `openFind`. */
export function FindPanel({ editor }: { editor: Editor }) {
  /** Each opening focuses the field again. */
  const [opening, setOpening] = useState<{ search: string } | null>(null);
  useEffect(() => {
    const open = (): void => setOpening({ search: selectedText(editor) });
    editor.on('openFind', open);
    return () => void editor.off('openFind', open);
  }, [editor]);
  const close = (): void => {
    setQuery(editor.view, NOTHING);
    setOpening(null);
    editor.commands.focus();
  };
  return opening && <FindBar editor={editor} opening={opening} onClose={close} />;
}

function selectedText({ state: { selection, doc } }: Editor): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) && to - from <= MAX_TAKEN ? doc.textBetween(from, to) : '';
}
