import { useEffect, useState } from 'react';
import { differences } from '#site/content/differences.ts';
import { editor } from '#site/content/editor.ts';
import { Spinner } from '#site/ui/spinner.tsx';
import type { DiffPart } from './compare-texts.ts';
import type { FieldDifference } from './compare.ts';
import type { Readable } from './readable.ts';

type DifferenceProps = {
  before: Readable;
  after: Readable;
  legend: string;
  /** Shown where the two are equal. */
  same: string;
};

/** The differences of two versions, field by field: removed and added words with their context, and changed formatting. */
export function Difference({ before, after, legend, same }: DifferenceProps) {
  const fields = useComparison(before, after);
  if (!fields) return <Spinner label={editor.difference.loading} />;
  if (fields.length === 0) return <p>{same}</p>;
  return (
    <div className="difference">
      <p className="soft">{legend}</p>
      <dl>
        {fields.map((field) => (
          <Field key={field.name} {...field} />
        ))}
      </dl>
    </div>
  );
}

function Field({ name, parts, notes }: FieldDifference) {
  return (
    <div>
      <dt>{editor.difference.names[name]}</dt>
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
function useComparison(before: Readable, after: Readable): FieldDifference[] | null {
  const [fields, setFields] = useState<FieldDifference[] | null>(null);
  const key = JSON.stringify([before, after]);
  useEffect(() => {
    let isCurrent = true;
    const [one, other] = JSON.parse(key) as [Readable, Readable];
    void import('./compare.ts').then(({ compareVersions }) => isCurrent && setFields(compareVersions(one, other)));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return fields;
}
