export type RhythmProps = {
  /** In this order, which the drawings in `rhythm.css` follow: monthly, quarterly, yearly, event-based. */
  beats: readonly { frequency: string; filings: readonly string[] }[];
};

/** Filings by frequency; above each column a year is drawn with its due dates. */
export function Rhythm({ beats }: RhythmProps) {
  return (
    <ul className="rhythm">
      {beats.map(({ frequency, filings }) => (
        <li key={frequency}>
          <h3>{frequency}</h3>
          <ul>
            {filings.map((filing) => (
              <li key={filing}>{filing}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
