import { formatLocalTime, formatLongDate } from '#contract/date.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { differences } from '#site/content/differences.ts';
import { type DifferenceName, editor } from '#site/content/editor.ts';
import { findLeader } from '#site/content/team.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Spinner } from '#site/ui/spinner.tsx';
import { useAdminQuery } from '../../queries.ts';
import { fromLocalInput } from '../local-time.ts';
import { type PostValues, postToValues } from '../post-values.ts';
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
  const { data: fields } = useAdminQuery(
    [...QUERY_KEYS.adminRevision, 'difference', before, after, names],
    async () => (await import('./compare.ts')).compareVersions(before, after, names),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
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

/** A version as text, field by field, to be compared and shown. */
export type Readable = Record<DifferenceName, string>;

type Named = { id: string; name: string };

export function readableVersion(post: PostFields, categories: readonly Named[]): Readable {
  return readable(postToValues(post), post.published_at, categories);
}

/** The form as it would be saved over `base`; columns that a save does not write are taken from `base`. */
export function readableForm(values: PostValues, base: PostFields, categories: readonly Named[]): Readable {
  const publishedAt = values.status === 'published' ? fromLocalInput(values.published_at) : base.published_at;
  const slug = values.slug.trim() || base.slug;
  const meta_title = values.meta_title.trim() || values.title.trim();
  return readable({ ...values, slug, meta_title }, publishedAt, categories);
}

function readable(values: PostValues, publishedAt: string | null, categories: readonly Named[]): Readable {
  return {
    ...values,
    status: dashboard.statuses[values.status],
    category: nameOf(values.category_id, categories),
    published_at: publishedAt ? formatLocalTime(publishedAt) : '',
    author: personName(values.author),
    reviewer: personName(values.reviewer),
    law_as_of: values.law_as_of ? formatLongDate(values.law_as_of) : '',
  };
}

const personName = (id: string): string => (id ? (findLeader(id)?.name ?? id) : '');

function nameOf(id: string, categories: readonly Named[]): string {
  return id ? (categories.find((one) => one.id === id)?.name ?? id) : '';
}
