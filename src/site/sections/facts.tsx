export type FactsProps = { facts: readonly { value: string; label: string }[] };

/** Large numerals, each above its label. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numeral">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
