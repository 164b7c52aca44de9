export type LargeTermsProps = { entries: readonly { title: string; text: string }[] };

/** Terms set large, one to a row, each with the sentence that gives it a meaning. */
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
