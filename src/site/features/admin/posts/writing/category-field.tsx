import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { fallbackSlug, freeSlug, slugFromTitle } from '#contract/slug.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { browserClient } from '#site/gateway/client.ts';
import { createItem } from '#site/gateway/items.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { newId } from '#site/gateway/writes.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { Options } from '#site/ui/input.tsx';
import { writeErrorKind } from '../../form-session/write-error.ts';
import { refreshQueries, staleAfter } from '../../queries.ts';
import { useIsWriter } from '../../role.ts';

const words = dashboard.posts;
const own = words.newCategory;
/** The value of the option that opens the field for a name. */
const NEW = 'new';

type CategoryFieldProps = { value: string; categories: readonly PostCategory[]; onChange: (id: string) => void };

/** The category of the post; the last option makes a new one without leaving the form, for administrators. */
export function CategoryField({ value, categories, onChange }: CategoryFieldProps) {
  const isWriter = useIsWriter();
  const [isNaming, setNaming] = useState(false);
  // Until the list is read again.
  const [made, setMade] = useState<PostCategory | null>(null);
  const [notice, setNotice] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  const known = made && !categories.some(({ id }) => id === made.id) ? [made, ...categories] : categories;
  const choose = (id: string, said = ''): void => {
    setNaming(false);
    setNotice(said);
    onChange(id);
    select.current?.focus();
  };
  return (
    <div className="category-field stack">
      <SelectField
        id="post-category_id"
        name="category_id"
        label={words.fields.category}
        note={dashboard.form.optional}
        ref={select}
        value={isNaming ? NEW : value}
        onChange={({ target }) => (target.value === NEW ? setNaming(true) : choose(target.value))}
      >
        <option value="">{words.noCategory}</option>
        {/* One that was deleted would look like none, and could not be saved. */}
        {value && !known.some(({ id }) => id === value) && (
          <option value={value}>{editor.settings.unknownCategory}</option>
        )}
        <Options of={known.map(({ id, name }) => [id, name])} />
        {!isWriter && <option value={NEW}>{own.option}</option>}
      </SelectField>
      {isNaming && (
        <NewCategory
          categories={known}
          onMade={(category, isOpen) => {
            setMade(category);
            if (isOpen) choose(category.id);
          }}
          onFound={({ id, name }) => choose(id, own.taken(name))}
          onCancel={() => {
            setNaming(false);
            select.current?.focus();
          }}
        />
      )}
      <p className="small" role="status">
        {notice}
      </p>
    </div>
  );
}

type NewCategoryProps = {
  categories: readonly PostCategory[];
  /** `isOpen` unless the field was closed meanwhile: then the category is not chosen. */
  onMade: (category: PostCategory, isOpen: boolean) => void;
  /** The name, or its slug, is that of a category. */
  onFound: (category: PostCategory) => void;
  onCancel: () => void;
};

function NewCategory({ categories, onMade, onFound, onCancel }: NewCategoryProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // A repeated attempt after a lost answer makes the category once.
  const [id] = useState(newId);
  const add = async (): Promise<void> => {
    const wanted = name.trim();
    if (isBusy) return;
    if (!wanted) return setError(own.nameMissing);
    const made = slugFromTitle(wanted);
    const same = categories.find((one) => one.slug === made || one.name.toLowerCase() === wanted.toLowerCase());
    if (same) return onFound(same);
    // A name without Latin letters gets the date, which says nothing about the name.
    const slug = made || freeSlug(fallbackSlug('category', new Date()), new Set(categories.map((one) => one.slug)));
    setBusy(true);
    try {
      const row = { name: wanted, slug, description: null };
      const category = await createItem(await browserClient(), 'categories', row, id);
      void refreshQueries(queryClient, staleAfter('category'));
      onMade(category, input.current !== null);
    } catch (cause) {
      console.error(`${own.failed}:`, cause);
      const kind = writeErrorKind(cause);
      setError(kind === 'unknown' ? own.failed : dashboard.form.errors[kind]);
      setBusy(false);
    }
  };
  const handleKeys = (event: KeyboardEvent): void => {
    // Both keys also end the composition of an input method.
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return;
    // Enter would submit the form, Escape would close the settings.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') void add();
    else onCancel();
  };
  return (
    <div className="category-field__new stack">
      <TextField
        id="post-new-category"
        name="new-category"
        label={own.label}
        error={error}
        ref={input}
        maxLength={NAME_MAX_LENGTH}
        value={name}
        onKeyDown={handleKeys}
        onChange={(event) => {
          setError(undefined);
          setName(event.target.value);
        }}
      />
      <div className="row">
        <BusyButton size="small" onClick={() => void add()} isBusy={isBusy} idle={own.add} busy={own.adding} />
        <Button size="small" variant="quiet" onClick={onCancel}>
          {own.cancel}
        </Button>
      </div>
    </div>
  );
}
