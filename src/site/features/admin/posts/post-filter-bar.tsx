import { useEffect, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { type PostOrder, POST_ORDERS } from '#site/gateway/admin-post-list.ts';
import type { Category } from '#site/gateway/categories.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Select } from '#site/ui/input.tsx';
import { type ListAddress, STANDINGS } from './list-address.ts';

type PostFilterBarProps = {
  address: ListAddress;
  categories: readonly Category[];
  onChange: (part: Partial<ListAddress>) => void;
};

const PAUSE_MS = 250;

/** Search, status, category and order of the list. */
export function PostFilterBar({ address, categories, onChange }: PostFilterBarProps) {
  const words = dashboard.posts;
  return (
    <div className="filter-bar" role="search">
      <SearchInput q={address.q} onChange={(q) => onChange({ q })} />
      <Choice
        name="status-filter"
        label={words.statusFilter}
        value={address.status}
        onChange={(status) => onChange({ status: status as ListAddress['status'] })}
        options={[['', words.everyStatus], ...STANDINGS.map((one) => [one, nameStatusFilter(one)] as const)]}
      />
      <Choice
        name="category-filter"
        label={editor.list.category}
        value={address.category}
        onChange={(category) => onChange({ category })}
        options={[
          ['', editor.list.everyCategory],
          ...categories.map(({ slug, name }) => [slug, name] as const),
          ['none', editor.list.withoutCategory],
        ]}
      />
      <Choice
        name="order"
        label={editor.list.order}
        value={address.order}
        onChange={(order) => onChange({ order: order as PostOrder })}
        options={POST_ORDERS.map((one) => [one, editor.list.orders[one]] as const)}
      />
    </div>
  );
}

function SearchInput({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  // The address changed by itself: back, or a cleared search.
  if (q !== known) {
    setKnown(q);
    setTyped(q);
  }
  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(() => {
      setKnown(typed);
      onChange(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, known, onChange]);
  return (
    <Field name="search" label={dashboard.posts.search}>
      {(control) => (
        <Input
          {...control}
          type="search"
          maxLength={100}
          placeholder={dashboard.posts.searchHint}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, label: string])[];
};

function Choice({ name, label, value, onChange, options }: ChoiceProps) {
  return (
    <Field name={name} label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function nameStatusFilter(status: (typeof STANDINGS)[number]): string {
  return status === 'scheduled' ? editor.list.scheduled : dashboard.statuses[status];
}
