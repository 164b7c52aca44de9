import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Editor } from '@tiptap/core';
import { findInText as words } from '#site/content/find-in-text.ts';
import { Button } from '#site/ui/button.tsx';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Field } from '#site/ui/field.tsx';
import { Icon, type IconName } from '#site/ui/icon.tsx';
import { Input } from '#site/ui/input.tsx';
import { useEditorState } from '../use-editor-state.ts';
import { type FindValues, NOTHING, countMatches, goTo, replaceEvery, replaceOne, setQuery } from './matches.ts';

type FindBarProps = { editor: Editor; opening: { search: string }; onClose: () => void };

export function FindBar({ editor, opening, onClose }: FindBarProps) {
  const { view } = editor;
  const [values, setValues] = useState<FindValues>({ ...NOTHING, search: opening.search });
  const [replaced, setReplaced] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { at, of } = countMatches(useEditorState(editor));
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
    else if (event.key === 'Enter' && !isButton) goTo(view, event.shiftKey ? 'previous' : 'next');
    else return;
    // Enter would submit the form of the post.
    event.preventDefault();
    event.stopPropagation();
  };
  const status = replaced !== null ? words.replaced(replaced) : of > 0 ? words.place(at, of) : words.none;
  return (
    <div role="search" aria-label={words.bar} className="find-bar" onKeyDown={handleKeys}>
      <div className="find-bar__row">
        <Field id="find-text" name="find-text" label={words.find}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              autoComplete="off"
              value={values.search}
              onChange={(event) => change({ search: event.target.value })}
            />
          )}
        </Field>
        <p role="status" className="find-bar__count tabular">
          {values.search && status}
        </p>
        <FindStep label={words.previous} icon="left" isOff={of === 0} onClick={() => goTo(view, 'previous')} />
        <FindStep icon="right" label={words.next} isOff={of === 0} onClick={() => goTo(view, 'next')} />
        <FindStep icon="cross" label={words.close} isOff={false} onClick={onClose} />
      </div>
      <div className="find-bar__row">
        <Field id="find-replace" name="find-replace" label={words.replace}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={values.replace}
              onChange={(event) => change({ replace: event.target.value })}
            />
          )}
        </Field>
        <Button size="small" variant="line" aria-disabled={of === 0} onClick={() => replaceOne(view)}>
          {words.replaceOne}
        </Button>
        <Button size="small" variant="line" aria-disabled={of === 0} onClick={() => setReplaced(replaceEvery(view))}>
          {words.replaceAll}
        </Button>
      </div>
      <div className="find-bar__row">
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

type FindStepProps = { icon: IconName; label: string; isOff: boolean; onClick: () => void };

/** As `ui/icon-button.tsx`, which the home page would then load in a file of its own. */
function FindStep({ icon, label, isOff, onClick }: FindStepProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} aria-disabled={isOff} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
