import type { KeyboardEvent } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { POST_STATUSES, type PostStatus } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Select } from '#site/ui/input.tsx';
import type { FieldErrors } from '../form-session/form-session.ts';
import { ImageField } from '../media/image-field.tsx';
import { nameZone, useNow } from './local-time.ts';
import { type PostValues, willBeScheduled } from './post-values.ts';

type PublishingFieldsProps = {
  values: PostValues;
  change: (part: Partial<PostValues>) => void;
  errors: FieldErrors<PostValues>;
  categories: readonly PostCategory[];
};

/** Status, time of publication, category and picture. */
export function PublishingFields({ values, change, errors, categories }: PublishingFieldsProps) {
  const words = dashboard.posts;
  const isScheduled = willBeScheduled(values, useNow());
  const hint = isScheduled ? undefined : words.statusHints[values.status];
  return (
    <>
      <Field id="post-status" name="status" label={words.fields.status} hint={hint}>
        {(control) => (
          <Select
            {...control}
            value={values.status}
            onKeyDown={ignoreLetters}
            onChange={(event) => change({ status: event.target.value as PostStatus })}
          >
            {POST_STATUSES.map((status) => (
              <option key={status} value={status}>
                {dashboard.statuses[status]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {values.status === 'published' && (
        <ScheduleField
          value={values.published_at}
          isScheduled={isScheduled}
          onChange={(published_at) => change({ published_at })}
          error={errors.published_at}
        />
      )}
      <Field id="post-category_id" name="category_id" label={words.fields.category} note={dashboard.form.optional}>
        {(control) => (
          <Select
            {...control}
            value={values.category_id}
            onChange={(event) => change({ category_id: event.target.value })}
          >
            <option value="">{words.noCategory}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ImageField
        id="post-featured_image_url"
        name="featured_image_url"
        label={words.fields.image}
        note={dashboard.form.optional}
        hint={words.imageHint}
        error={errors.featured_image_url}
        value={values.featured_image_url}
        onChange={(featured_image_url) => change({ featured_image_url })}
      />
    </>
  );
}

/** A closed list chooses the option that begins with a typed letter: P would publish. Arrow keys choose, Space opens. */
function ignoreLetters(event: KeyboardEvent): void {
  const isLetter = event.key.length === 1 && event.key !== ' ';
  if (isLetter && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
}

type ScheduleFieldProps = {
  /** As the browser's field of date and time has it, in the editor's time zone. */
  value: string;
  isScheduled: boolean;
  onChange: (local: string) => void;
  error: string | undefined;
};

/** The time from which visitors can read a published post. */
function ScheduleField({ value, isScheduled, onChange, error }: ScheduleFieldProps) {
  const words = editor.schedule;
  const now = useNow();
  const zone = nameZone(value ? new Date(value) : now);
  return (
    <div>
      <Field
        id="post-published_at"
        name="published_at"
        label={words.label}
        note={dashboard.form.optional}
        hint={words.hint(zone)}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            max="9999-12-31T23:59"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <p className="schedule-field__note" role="status">
        {isScheduled && words.scheduled(formatLocalTime(value))}
      </p>
    </div>
  );
}
