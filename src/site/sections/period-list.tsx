export type PeriodListProps = {
  entries: readonly { title: string; text: string; period: string }[];
  /** Read before each period. */
  periodLabel: string;
};

/** What is kept, why, and for how long, one a row. */
export function PeriodList({ entries, periodLabel }: PeriodListProps) {
  return (
    <ul className="period-list">
      {entries.map(({ title, text, period }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
          <p className="period-list__period">
            <span>{periodLabel}</span> {period}
          </p>
        </li>
      ))}
    </ul>
  );
}
