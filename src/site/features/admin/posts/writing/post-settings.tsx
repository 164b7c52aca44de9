import type { ChangeEvent, KeyboardEvent } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { POST_EXCERPT_ROWS } from '#contract/limits.ts';
import type { PostStatus } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { findLeader, listLeaders } from '#site/content/team.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { Options } from '#site/ui/input.tsx';
import { TextareaField } from '#site/ui/textarea.tsx';
import type { FormSession } from '../../form-session/use-form-session.ts';
import { ImageField } from '../../media/image-field.tsx';
import { useIsWriter } from '../../role.ts';
import { SlugField, type SlugSuggestion } from '../../slug-field.tsx';
import { nameZone, useNow } from '../local-time.ts';
import { type PostValues, willBeScheduled } from '../post-values.ts';
import { SeoPreview } from '../seo-preview/seo-preview.tsx';
import { CategoryField } from './category-field.tsx';

type WithForm = { form: Pick<FormSession<PostValues, AdminPost>, 'values' | 'change' | 'errors'> };
type WithCategories = { categories: readonly PostCategory[] };
type PostSettingsProps = WithForm & WithCategories & { category: PostCategory | null; suggestion: SlugSuggestion };

const words = dashboard.posts;
const note = dashboard.form.optional;

/** Everything of a post but its title and text. */
export function PostSettings({ form, categories, category, suggestion }: PostSettingsProps) {
  const { values, change } = form;
  return (
    <>
      <PublishingFields form={form} categories={categories} />
      <SlugField
        id="post-slug"
        value={values.slug}
        onChange={(slug) => change({ slug })}
        suggestion={suggestion}
        addressStart="/blog/"
        hint={words.slugHint}
      />
      <TextSetting
        form={form}
        name="excerpt"
        label={words.fields.excerpt}
        hint={words.excerptHint}
        rows={POST_EXCERPT_ROWS}
      />
      <SeoFields form={form} />
      <SeoPreview values={values} slug={suggestion.slug} category={category} />
      <ByLineFields form={form} />
    </>
  );
}

type TextSettingProps = WithForm & {
  name: 'excerpt' | 'meta_title' | 'meta_description' | 'meta_keywords';
  label: string;
  hint?: string;
  placeholder?: string;
  /** More than one line. */
  rows?: number;
};

function TextSetting({ form, rows, ...field }: TextSettingProps) {
  const text = {
    ...field,
    id: `post-${field.name}`,
    note,
    value: form.values[field.name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.change({ [field.name]: event.target.value }),
  };
  return rows ? <TextareaField {...text} rows={rows} /> : <TextField {...text} />;
}

/** Status and time of publication, which a writer does not choose, category and picture. */
function PublishingFields({ form: { values, change, errors }, categories }: WithForm & WithCategories) {
  const isWriter = useIsWriter();
  const isScheduled = willBeScheduled(values, useNow());
  const hint = isScheduled ? undefined : words.statusHints[values.status];
  return (
    <>
      {!isWriter && (
        <SelectField
          id="post-status"
          name="status"
          label={words.fields.status}
          hint={hint}
          value={values.status}
          onKeyDown={ignoreLetters}
          onChange={(event) => change({ status: event.target.value as PostStatus })}
        >
          <Options of={Object.entries(dashboard.statuses)} />
        </SelectField>
      )}
      {!isWriter && values.status === 'published' && (
        <ScheduleField
          value={values.published_at}
          isScheduled={isScheduled}
          onChange={(published_at) => change({ published_at })}
          error={errors.published_at}
        />
      )}
      <CategoryField
        value={values.category_id}
        categories={categories}
        onChange={(category_id) => change({ category_id })}
      />
      <ImageField
        id="post-featured_image_url"
        name="featured_image_url"
        label={words.fields.image}
        note={note}
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
  const schedule = editor.schedule;
  const now = useNow();
  const zone = nameZone(value ? new Date(value) : now);
  return (
    <div>
      <TextField
        id="post-published_at"
        name="published_at"
        label={schedule.label}
        note={note}
        hint={schedule.hint(zone)}
        error={error}

        type="datetime-local"
        max="9999-12-31T23:59"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="schedule-field__note" role="status">
        {isScheduled && schedule.scheduled(formatLocalTime(value))}
      </p>
    </div>
  );
}

/** What search engines read of the post; all optional. */
function SeoFields({ form }: WithForm) {
  const { values } = form;
  const { seo } = words;
  return (
    <fieldset className="seo-fields stack">
      <legend>{seo.heading}</legend>
      <p className="soft">{seo.text}</p>
      <div>
        <TextSetting form={form} name="meta_title" label={seo.title} hint={seo.titleHint} placeholder={values.title} />
        <CharacterCount of={values.meta_title || values.title} limit={META_TITLE_SHOWN} />
      </div>
      <div>
        <TextSetting form={form} name="meta_description" label={seo.description} rows={3} />
        <CharacterCount of={values.meta_description} limit={META_DESCRIPTION_SHOWN} />
      </div>
      <TextSetting form={form} name="meta_keywords" label={seo.keywords} hint={seo.keywordsHint} />
    </fieldset>
  );
}

/** Who wrote and reviewed the post, and the date of the law in it; all optional. An administrator names the reviewer. */
function ByLineFields({ form: { values, change } }: WithForm) {
  const { byLine } = words;
  const names = useIsWriter() ? (['author'] as const) : (['author', 'reviewer'] as const);
  return (
    <fieldset className="seo-fields stack">
      <legend>{byLine.heading}</legend>
      <p className="soft">{byLine.text}</p>
      {names.map((name) => (
        <SelectField
          key={name}
          id={`post-${name}`}
          name={name}
          label={byLine[name]}
          note={note}
          value={values[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        >
          <option value="">{byLine.nobody}</option>
          {/* Somebody who has left the firm stays until the editor chooses another. */}
          {values[name] && !findLeader(values[name]) && <option value={values[name]}>{values[name]}</option>}
          <Options of={listLeaders().map(({ id, name: leader }) => [id, leader])} />
        </SelectField>
      ))}
      <TextField
        id="post-law_as_of"
        name="law_as_of"
        label={byLine.lawAsOf}
        note={note}
        hint={byLine.lawHint}
        type="date"
        max="9999-12-31"
        value={values.law_as_of}
        onChange={(event) => change({ law_as_of: event.target.value })}
      />
    </fieldset>
  );
}

/** How many characters search results usually show. */
export const META_TITLE_SHOWN = 60;
const META_DESCRIPTION_SHOWN = 160;

export function describeLength(text: string, limit: number): { text: string; isOver: boolean } {
  const n = Array.from(text.trim()).length;
  const isOver = n > limit;
  const { over, within } = dashboard.posts.counts;
  return { text: isOver ? over(n, limit) : within(n, limit), isOver };
}

/** The length of a text and how much of it is usually shown; advice, not a limit. */
function CharacterCount({ of, limit }: { of: string; limit: number }) {
  const { text, isOver } = describeLength(of, limit);
  return (
    <p className="character-count label soft tabular" data-over={isOver || undefined}>
      {text}
    </p>
  );
}
