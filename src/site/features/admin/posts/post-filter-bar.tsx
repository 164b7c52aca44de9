import { POST_STATUSES } from '#contract/post-status.ts';
import { dashboard } from '../../../content/dashboard.ts';
import { Field } from '../../../ui/field.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import type { PostFilter } from './filter-posts.ts';

type PostFilterBarProps = { filter: PostFilter; onChange: (filter: PostFilter) => void };

export function PostFilterBar({ filter, onChange }: PostFilterBarProps) {
  const words = dashboard.posts;
  return (
    <div className="filter-bar" role="search">
      <Field name="search" label={words.search}>
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder={words.searchHint}
            value={filter.text}
            onChange={(event) => onChange({ ...filter, text: event.target.value })}
          />
        )}
      </Field>
      <Field name="status-filter" label={words.statusFilter}>
        {(control) => (
          <Select
            {...control}
            value={filter.status}
            onChange={(event) => onChange({ ...filter, status: event.target.value as PostFilter['status'] })}
          >
            <option value="">{words.everyStatus}</option>
            {POST_STATUSES.map((status) => (
              <option key={status} value={status}>
                {dashboard.statuses[status]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
