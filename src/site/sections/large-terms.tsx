export type LargeTermsProps = { entries: readonly { title: string; text: string }[] };

/** Terms in large type, one a row, each with its explanation. */
export function LargeTerms({ entries }: LargeTermsProps) {
  return (
    <dl className="large-terms">
      {entries.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
