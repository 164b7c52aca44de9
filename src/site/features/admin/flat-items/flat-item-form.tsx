import { type ChangeEvent, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { createItem, updateItem } from '#site/gateway/items.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { TextField } from '#site/ui/field.tsx';
import { TextareaField } from '#site/ui/textarea.tsx';
import { versionOf } from '../form-session/local-copy.ts';
import { type FormSession, useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
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
} from './flat-items.ts';

type FlatItemFormProps = OpenForm<FlatItem> & {
  kind: FlatItems;
  /** All items: no two have the same slug. */
  items: readonly FlatItem[];
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** Creates an item of the kind, or edits `item`. */
export function FlatItemForm({ kind, items, item: opened, restoredSlot, onClose, onCreated }: FlatItemFormProps) {
  const slugOf = useSlugRule(kind, items);
  const form = useFormSession<FlatValues, FlatItem>({
    kind: kind.kind,
    item: opened,
    version: opened && versionOf(opened),
    initial: opened ? itemToValues(kind, opened) : emptyValues(kind),
    lastSave: { at: opened?.updated_at ?? null, isPending: false },
    restoredSlot,
    rules: { check: (values) => checkValues(kind, values) },
    readConflict: async (_, error, { item: over, base }) => {
      const item = error.theirs as unknown as FlatItem;
      const ancestor = over?.updated_at === base ? itemToValues(kind, over) : null;
      return { with: 'item', item, theirs: itemToValues(kind, item), ancestor };
    },
    write: async (client, { sent, item: over, base, newId }) => {
      const id = over?.id ?? newId;
      const input = valuesToInput(kind, sent, () => slugOf(sent, id).slug) as never;
      const written =
        base === null ? createItem(client, kind.table, input, id) : updateItem(client, kind.table, input, id, base);
      const saved = (await written) as FlatItem;
      const slug = slugFieldOf(kind)?.name;
      const assigned = slug === undefined ? {} : { [slug]: saved[slug] ?? '' };
      return { item: saved, savedAt: saved.updated_at, version: versionOf(saved), assigned };
    },
    messages: kind.messages,
    onClose,
    onCreated,
  });
  const { item, values } = form;
  return (
    <ItemFormFrame heading={item ? kind.words.editHeading : kind.words.createHeading} idPrefix={kind.kind} form={form}>
      <div className="short-form stack">
        {Object.entries(kind.fields).map(([name, field]) => (
          <FlatInput
            key={name}
            id={`${kind.kind}-${name}`}
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
function useSlugRule(kind: FlatItems, items: readonly FlatItem[]) {
  const [today] = useState(() => new Date());
  const slug = slugFieldOf(kind);
  return (values: FlatValues, ownId: string): SlugSuggestion => {
    if (!slug) return { slug: '', reason: 'as-is', wanted: '' };
    const taken = new Set(items.filter(({ id }) => id !== ownId).map((item) => String(item[slug.name])));
    const [typed, title] = [String(values[slug.name]), String(values[slug.from])];
    return suggestSlug({ kind: kind.kind, typed, title, taken, today });
  };
}
