import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { createItem, updateItem } from '#site/gateway/items.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { TextField } from '#site/ui/field.tsx';
import { TextareaField } from '#site/ui/textarea.tsx';
import { versionOf } from '../form-session/local-copy.ts';
import { type FormSession, useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { itemsKey } from '../queries.ts';
import { SlugField, type SlugSuggestion, suggestSlug } from '../slug-field.tsx';
import { StarChoice } from '../testimonials/star-choice.tsx';
import type { OpenForm } from '../use-item-tab.ts';
import {
  checkValues,
  emptyValues,
  type FlatField,
  type FlatItem,
  type FlatItems,
  type FlatValues,
  itemToValues,
  slugFieldOf,
  valuesToInput,
  withSaved,
} from './flat-items.ts';

type FlatItemFormProps = OpenForm<FlatItem> & {
  description: FlatItems;
  /** All items: no two have the same slug. */
  items: readonly FlatItem[];
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** Creates an item, or edits `item`. */
export function FlatItemForm({ description, items, onClose, onCreated, ...open }: FlatItemFormProps) {
  const { kind, table, words, messages, fields } = description;
  const { item: opened, restoredSlot } = open;
  const queryClient = useQueryClient();
  const slugOf = useSlugRule(description, items);
  const form = useFormSession<FlatValues, FlatItem>({
    kind,
    item: opened,
    version: opened && versionOf(opened),
    initial: opened ? itemToValues(description, opened) : emptyValues(description),
    lastSave: { at: opened?.updated_at ?? null, isPending: false },
    restoredSlot,
    rules: { check: (values) => checkValues(description, values) },
    readConflict: async (_, error, { item: over, base }) => {
      const item = error.theirs as unknown as FlatItem;
      const ancestor = over?.updated_at === base ? itemToValues(description, over) : null;
      return { with: 'item', item, theirs: itemToValues(description, item), ancestor };
    },
    write: async (client, { sent, item: over, base, newId }) => {
      const id = over?.id ?? newId;
      const input = valuesToInput(description, sent, () => slugOf(sent, id).slug) as never;
      const written = base === null ? createItem(client, table, input, id) : updateItem(client, table, input, id, base);
      const saved = (await written) as FlatItem;
      queryClient.setQueryData<FlatItem[]>(itemsKey(kind), (list) => list && withSaved(list, saved));
      const slug = slugFieldOf(description)?.name;
      const assigned = slug === undefined ? {} : { [slug]: saved[slug] ?? '' };
      return { item: saved, savedAt: saved.updated_at, version: versionOf(saved), assigned };
    },
    messages,
    onClose,
    onCreated,
  });
  const { item, values } = form;
  return (
    <ItemFormFrame heading={item ? words.editHeading : words.createHeading} idPrefix={kind} form={form}>
      <div className="short-form stack">
        {Object.entries(fields).map(([name, field]) => (
          <FlatInput
            key={name}
            id={`${kind}-${name}`}
            name={name}
            field={field}
            form={form}
            suggestion={slugOf(values, item?.id ?? form.origin.newId)}
          />
        ))}
      </div>
    </ItemFormFrame>
  );
}

type FlatInputProps = {
  id: string;
  name: string;
  field: FlatField;
  form: FormSession<FlatValues, FlatItem>;
  suggestion: SlugSuggestion;
};

function FlatInput({ id, name, field, form, suggestion }: FlatInputProps) {
  const value = form.values[name];
  const change = (next: string | number | boolean) => form.change({ [name]: next });
  if (field.input === 'slug') {
    return (
      <SlugField
        id={id}
        value={String(value)}
        suggestion={suggestion}
        hint={field.hint}
        onChange={change}
        addressStart=""
      />
    );
  }
  if (field.input === 'rating') return <StarChoice id={id} rating={Number(value)} onChange={change} />;
  if (field.input === 'checkbox') {
    const toggle = (event: ChangeEvent<HTMLInputElement>) => change(event.target.checked);
    return <Checkbox id={id} name={name} label={field.label} checked={value === true} onChange={toggle} />;
  }
  const text = {
    id,
    name,
    label: field.label,
    error: form.errors[name],
    ...(field.required === undefined ? { note: dashboard.form.optional } : { required: true }),
    value: String(value),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(event.target.value),
  };
  if (field.input === 'paragraphs') return <TextareaField {...text} rows={field.rows} />;
  return <TextField {...text} maxLength={field.maxLength} autoComplete="off" />;
}

/** The slug that a save of the values would use. The item `ownId` may keep its own. */
function useSlugRule(description: FlatItems, items: readonly FlatItem[]) {
  const [today] = useState(() => new Date());
  const slug = slugFieldOf(description);
  return (values: FlatValues, ownId: string): SlugSuggestion => {
    if (!slug) return { slug: '', reason: 'as-is', wanted: '' };
    const taken = new Set(items.filter(({ id }) => id !== ownId).map((item) => String(item[slug.name])));
    const [typed, title] = [String(values[slug.name]), String(values[slug.from])];
    return suggestSlug({ kind: description.kind, typed, title, taken, today });
  };
}
