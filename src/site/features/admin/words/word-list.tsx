import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { itemSchema } from '#contract/words/stored-words.ts';
import { firmForm } from '#site/content/words-form.ts';
import { Button } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { boundsOf, type Draft, emptyDraft, idOf, nameOf, type Schema, type WordFieldProps, wordsOf } from './drafts.ts';

type WordListProps = WordFieldProps & { renderItem: (item: WordFieldProps) => ReactNode };

/** A list whose items are added, removed and moved by buttons. */
export function WordList({ path, schema, draft, errors, onChange, renderItem }: WordListProps) {
  const items = draft as readonly Draft[];
  const item = itemSchema(schema)!;
  const { label, hint, item: itemName = '' } = wordsOf(schema);
  const { least, most } = boundsOf(schema);
  const isFixed = least === most;
  const focusNext = useFocusNext();
  const [opened, setOpened] = useState<number | null>(null);
  const { keys, setKeys } = useItemKeys(items.length);
  const idAt = (index: number, part: string): string => idOf(`${path}.${index}.${part}`);

  const replace = (index: number, next: Draft): void => onChange(items.with(index, next));
  const move = (index: number, to: number): void => {
    onChange(items.with(index, items[to]!).with(to, items[index]!));
    setKeys(keys.with(index, keys[to]!).with(to, keys[index]!));
    setOpened(opened === index ? to : null);
    focusNext(idAt(to, to < index ? 'up' : 'down'));
  };
  const remove = (index: number): void => {
    onChange(items.toSpliced(index, 1));
    setKeys(keys.toSpliced(index, 1));
    setOpened(null);
    focusNext(idOf(`${path}.add`));
  };
  const add = (): void => {
    onChange([...items, emptyDraft(item)]);
    setOpened(items.length);
    focusNext(firstFieldOf(item, `${path}.${items.length}`));
  };
  return (
    <fieldset className="word-group stack" id={idOf(path)} tabIndex={-1}>
      <legend>{label}</legend>
      {hint && <p className="small soft">{hint}</p>}
      {errors[path] && <p className="field__error">{errors[path]}</p>}
      <ol className="word-list stack">
        {items.map((one, index) => {
          const name = nameOf(one) || firmForm.newItem(itemName);
          const itemPath = `${path}.${index}`;
          const button = (action: 'up' | 'down' | 'remove', isOff: boolean, run: () => void) => (
            <Button
              {...(action !== 'remove' && { id: idAt(index, action) })}
              size="small"
              variant="quiet"
              aria-disabled={isOff}
              aria-label={firmForm.ofItem(firmForm[action], name)}
              onClick={() => isOff || run()}
            >
              {firmForm[action]}
            </Button>
          );
          const bar = (
            <div className="word-list__bar row">
              {button('up', index === 0, () => move(index, index - 1))}
              {button('down', index === items.length - 1, () => move(index, index + 1))}
              {!isFixed && button('remove', items.length <= least, () => remove(index))}
            </div>
          );
          const field = renderItem({
            path: itemPath,
            schema: item,
            draft: one,
            errors,
            onChange: (next) => replace(index, next),
          });
          // A list of plain values has its field in the row; parts of an object are shown when the item is opened.
          if (!(item instanceof z.ZodObject)) {
            return (
              <li key={keys[index]}>
                {field}
                {bar}
              </li>
            );
          }
          const hasError = Object.keys(errors).some((at) => at.startsWith(`${itemPath}.`));
          return (
            <li key={keys[index]}>
              <details
                className="disclosure"
                open={opened === index || hasError}
                onToggle={({ currentTarget }) => {
                  if (currentTarget.open) setOpened(index);
                  else if (opened === index) setOpened(null);
                }}
              >
                <summary>{name}</summary>
                <div className="word-list__fields stack">{field}</div>
              </details>
              {bar}
            </li>
          );
        })}
      </ol>
      {!isFixed && (
        <p>
          <Button
            id={idOf(`${path}.add`)}
            size="small"
            variant="line"
            aria-disabled={items.length >= most}
            onClick={() => items.length < most && add()}
          >
            <Icon name="plus" />
            {firmForm.add(itemName)}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

/** The id of the first field that can be filled in. */
function firstFieldOf(item: Schema, path: string): string {
  if (!(item instanceof z.ZodObject)) return idOf(path);
  const name = Object.entries(item.shape).find(([, field]) => wordsOf(field).input !== 'hidden')?.[0];
  return idOf(`${path}.${name}`);
}

/** A key for each item that stays with it when it is moved. */
function useItemKeys(count: number) {
  const [known, setKeys] = useState<readonly number[]>([]);
  const last = Math.max(-1, ...known);
  const kept = known.slice(0, count);
  const keys = [...kept, ...Array.from({ length: count - kept.length }, (_, n) => last + 1 + n)];
  return { keys, setKeys };
}

/** Moves the focus to an element that the next rendering brings. */
function useFocusNext(): (id: string) => void {
  const wanted = useRef<string>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  });
  return (id) => {
    wanted.current = id;
  };
}
