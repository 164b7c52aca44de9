export type RhythmProps = {
  /** Monthly, quarterly, yearly, then whatever has no fixed time: the drawn year above each follows this order. */
  beats: readonly { frequency: string; filings: readonly string[] }[];
};

/** What falls due how often; over each column a year is drawn with its beats. */
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
