import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { type Category, createCategory, updateCategory } from '#site/gateway/categories.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { MESSAGES } from '#site/messages.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Textarea } from '#site/ui/input.tsx';
import { versionOf } from '../copy-base.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { STALE_AFTER } from '../refresh-queries.ts';
import { saveOver } from '../save-over.ts';
import { SlugField } from '../slug-field.tsx';
import { type SlugSuggestion, suggestSlug } from '../suggest-slug.ts';
import type { OpenForm } from '../use-form-state.ts';
import { useItemForm } from '../use-item-form.ts';
import { useSave } from '../use-save.ts';
import { useSaveStatus } from '../use-save-status.ts';
import {
  type CategoryValues,
  EMPTY_CATEGORY,
  validateCategory,
  categoryToValues,
  valuesToCategory,
} from './category-values.ts';

type CategoryFormProps = OpenForm<Category> & {
  userId: string;
  categories: readonly Category[];
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** Creates a category, or edits `item`. */
export function CategoryForm({
  item: opened,
  restoredSlot,
  userId,
  categories,
  onClose,
  onCreated,
}: CategoryFormProps) {
  const [item, setItem] = useState(opened);
  const form = useItemForm({
    initial: item ? categoryToValues(item) : EMPTY_CATEGORY,
    version: item && versionOf(item),
    check: validateCategory,
    place: { userId, kind: 'category', itemId: item?.id },
    restoredSlot,
  });
  const { values, change, errors } = form;
  const suggestion = useSlugSuggestion(values, categories, item?.id ?? form.newId);
  const status = useSaveStatus(userId, opened?.updated_at ?? null);
  const write = (client: DataClient, sent: CategoryValues, id: string) => {
    const input = valuesToCategory(sent, suggestion.slug);
    const writeOver = (seen: string | null) =>
      seen === null ? createCategory(client, input, id) : updateCategory(client, id, input, seen);
    return saveOver(userId, writeOver, form.origin.current.base);
  };
  const { save, isSaving } = useSave<CategoryValues, Category>({
    form,
    status,
    create: (client, sent) => write(client, sent, form.newId),
    update: (client, sent, { id }) => write(client, sent, id),
    readWritten: (saved) => ({ version: versionOf(saved), assigned: { slug: saved.slug } }),
    stale: STALE_AFTER.category,
    created: MESSAGES.categoryCreated,
    updated: MESSAGES.categoryUpdated,
    failed: MESSAGES.saveCategoryFailed,
    onClose,
    onContinue: (saved) => {
      setItem(saved);
      onCreated(saved.id);
    },
  });
  const words = dashboard.categories;
  return (
    <ItemFormFrame
      heading={item ? words.editHeading : words.createHeading}
      idPrefix="category"
      form={form}
      isSaving={isSaving}
      status={status.status}
      onSave={(options) => save(values, item, options)}
      onClose={onClose}
    >
      <div className="short-form">
        <Field id="category-name" name="name" label={words.fields.name} error={errors.name} required>
          {(control) => (
            <Input
              {...control}
              maxLength={NAME_MAX_LENGTH}
              autoComplete="off"
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <SlugField
          id="category-slug"
          value={values.slug}
          onChange={(slug) => change({ slug })}
          suggestion={suggestion}
          addressStart=""
          hint={words.slugHint}
        />
        <Field
          id="category-description"
          name="description"
          label={words.fields.description}
          note={dashboard.form.optional}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={values.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
      </div>
    </ItemFormFrame>
  );
}

/** The slug that a save would use. The edited category may keep its own. */
function useSlugSuggestion(values: CategoryValues, categories: readonly Category[], ownId?: string): SlugSuggestion {
  const [today] = useState(() => new Date());
  const taken = new Set(categories.filter(({ id }) => id !== ownId).map(({ slug }) => slug));
  return suggestSlug({ kind: 'category', typed: values.slug, title: values.name, taken, today });
}
