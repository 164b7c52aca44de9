import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { type Category, createCategory, updateCategory } from '#site/gateway/categories.ts';
import { MESSAGES } from '#site/messages.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Textarea } from '#site/ui/input.tsx';
import { versionOf } from '../form-session/local-copy.ts';
import { useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { useUserId } from '../live/use-live.ts';
import { saveOver } from '../save-over.ts';
import { SlugField } from '../slug-field.tsx';
import { suggestSlug } from '../suggest-slug.ts';
import type { OpenForm } from '../use-form-state.ts';
import {
  type CategoryValues,
  EMPTY_CATEGORY,
  validateCategory,
  categoryToValues,
  valuesToCategory,
} from './category-values.ts';

type CategoryFormProps = OpenForm<Category> & {
  categories: readonly Category[];
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** Creates a category, or edits `item`. */
export function CategoryForm({ item: opened, restoredSlot, categories, onClose, onCreated }: CategoryFormProps) {
  const [today] = useState(() => new Date());
  const slugOf = (values: CategoryValues, id: string) => {
    const taken = new Set(categories.filter((one) => one.id !== id).map(({ slug }) => slug));
    return suggestSlug({ kind: 'category', typed: values.slug, title: values.name, taken, today });
  };
  const userId = useUserId();
  const form = useFormSession<CategoryValues, Category>({
    kind: 'category',
    item: opened,
    version: opened && versionOf(opened),
    initial: opened ? categoryToValues(opened) : EMPTY_CATEGORY,
    lastSave: { at: opened?.updated_at ?? null, isPending: false },
    restoredSlot,
    rules: { check: validateCategory },
    write: async (client, { sent, item: over, base, newId }) => {
      const id = over?.id ?? newId;
      const input = valuesToCategory(sent, slugOf(sent, id).slug);
      const saved = await saveOver(
        userId,
        (seen) => (seen === null ? createCategory(client, input, id) : updateCategory(client, id, input, seen)),
        base,
      );
      return { item: saved, savedAt: saved.updated_at, version: versionOf(saved), assigned: { slug: saved.slug } };
    },
    messages: {
      created: MESSAGES.categoryCreated,
      updated: MESSAGES.categoryUpdated,
      failed: MESSAGES.saveCategoryFailed,
    },
    onClose,
    onCreated,
  });
  const { item, values, change, errors } = form;
  const suggestion = slugOf(values, item?.id ?? form.origin.newId);
  const words = dashboard.categories;
  return (
    <ItemFormFrame heading={item ? words.editHeading : words.createHeading} idPrefix="category" form={form}>
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
