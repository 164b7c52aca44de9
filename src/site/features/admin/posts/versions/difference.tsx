import { useEffect, useState } from 'react';
import { formatLocalTime, formatLongDate } from '#contract/date.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { differences } from '#site/content/differences.ts';
import { type DifferenceName, editor } from '#site/content/editor.ts';
import { findLeader } from '#site/content/team.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import { Spinner } from '#site/ui/spinner.tsx';
import { fromLocalInput } from '../local-time.ts';
import type { PostValues } from '../post-values.ts';
import type { DiffPart, FieldDifference } from './compare.ts';

type Texts = Readonly<Record<string, string>>;
type DifferenceProps = {
  before: Texts;
  after: Texts;
  /** The name of each field; without them the versions are of a post. */
  names?: Texts;
  legend: string;
  /** Shown where the two are equal. */
  same: string;
};

/** The differences of two versions, field by field: removed and added words with their context, and changed formatting. */
export function Difference({ before, after, names = editor.difference.names, legend, same }: DifferenceProps) {
  const fields = useComparison(before, after, names);
  if (!fields) return <Spinner label={editor.difference.loading} />;
  if (fields.length === 0) return <p>{same}</p>;
  return (
    <div className="difference stack">
      <p className="soft">{legend}</p>
      <dl>
        {fields.map((field) => (
          <Field key={field.name} label={names[field.name] ?? field.name} {...field} />
        ))}
      </dl>
    </div>
  );
}

function Field({ label, parts, notes }: FieldDifference & { label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      {parts.length > 0 && (
        <dd tabIndex={0}>
          {parts.map((part) => (
            <Words key={part.at} {...part} />
          ))}
        </dd>
      )}
      {notes.length > 0 && (
        <dd className="difference__notes">
          <ul aria-label={differences.formatting}>
            {notes.map((note, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the notes of one comparison never change
              <li key={at}>{note}</li>
            ))}
          </ul>
        </dd>
      )}
    </div>
  );
}

function Words({ kind, text }: DiffPart) {
  const words = editor.difference;
  if (kind === 'gap') return <span className="soft"> … </span>;
  if (kind === 'same') return text;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <Mark>
      <span className="sr-only">{kind === 'removed' ? words.removed : words.added}</span>
      {text}
    </Mark>
  );
}

/** Null until the library that compares is loaded. */
function useComparison(before: Texts, after: Texts, names: Texts): FieldDifference[] | null {
  const [fields, setFields] = useState<FieldDifference[] | null>(null);
  const key = JSON.stringify([before, after, names]);
  useEffect(() => {
    let isCurrent = true;
    const versions = JSON.parse(key) as [Texts, Texts, Texts];
    void import('./compare.ts').then(({ compareVersions }) => isCurrent && setFields(compareVersions(...versions)));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return fields;
}

/** A version as text, field by field, to be compared and shown. */
export type Readable = Record<DifferenceName, string>;

type Named = { id: string; name: string };

export function readableVersion(post: PostFields, categories: readonly Named[]): Readable {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    status: dashboard.statuses[post.status],
    category: nameOf(post.category_id, categories),
    featured_image_url: post.featured_image_url ?? '',
    meta_title: post.meta_title ?? '',
    meta_description: post.meta_description ?? '',
    meta_keywords: post.meta_keywords ?? '',
    published_at: post.published_at ? formatLocalTime(post.published_at) : '',
    author: personName(post.author),
    reviewer: personName(post.reviewer),
    law_as_of: post.law_as_of ? formatLongDate(post.law_as_of) : '',
  };
}

/** The form as it would be saved over `base`; columns that a save does not write are taken from `base`. */
export function readableForm(values: PostValues, base: PostFields, categories: readonly Named[]): Readable {
  const publishedAt = values.status === 'published' ? fromLocalInput(values.published_at) : base.published_at;
  return {
    ...values,
    slug: values.slug.trim() || base.slug,
    status: dashboard.statuses[values.status],
    category: nameOf(values.category_id, categories),
    meta_title: values.meta_title.trim() || values.title.trim(),
    published_at: publishedAt ? formatLocalTime(publishedAt) : '',
    author: personName(values.author),
    reviewer: personName(values.reviewer),
    law_as_of: values.law_as_of ? formatLongDate(values.law_as_of) : '',
  };
}

const personName = (id: string | null): string => (id ? (findLeader(id)?.name ?? id) : '');

function nameOf(id: string | null, categories: readonly Named[]): string {
  return id ? (categories.find((one) => one.id === id)?.name ?? id) : '';
}
