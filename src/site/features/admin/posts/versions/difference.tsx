import { useEffect, useState } from 'react';
import { editor } from '#site/content/editor.ts';
import { Spinner } from '#site/ui/spinner.tsx';
import { VisuallyHidden } from '#site/ui/visually-hidden.tsx';
import type { FieldDifference, DiffPart } from './compare.ts';
import type { Readable } from './readable.ts';

type DifferenceProps = {
  before: Readable;
  after: Readable;
  legend: string;
  /** Said where the two are the same. */
  same: string;
};

/** What two versions do not share, field by field: struck out and underlined words in their surroundings. */
export function Difference({ before, after, legend, same }: DifferenceProps) {
  const fields = useComparison(before, after);
  if (!fields) return <Spinner label={editor.difference.loading} />;
  if (fields.length === 0) return <p>{same}</p>;
  return (
    <div className="difference">
      <p className="soft">{legend}</p>
      <dl>
        {fields.map(({ name, parts }) => (
          <div key={name}>
            <dt>{editor.difference.names[name]}</dt>
            <dd tabIndex={0}>
              {parts.map((part) => (
                <Words key={part.at} {...part} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
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
      <VisuallyHidden>{kind === 'removed' ? words.removed : words.added}</VisuallyHidden>
      {text}
    </Mark>
  );
}

/** Compared in the browser by a library that is loaded when first needed; null until then. */
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
