type LicenceYearsProps = {
  /** The names of the six years. */
  years: readonly string[];
  /** One under each of the first four years, the last under the two that remain. */
  notes: readonly { title: string; text: string }[];
};

/** A bar of six years, with what happens in them below it. */
export function LicenceYears({ years, notes }: LicenceYearsProps) {
  return (
    <div className="licence-years">
      <ol className="licence-years__bar" aria-hidden="true">
        {years.map((year) => (
          <li key={year}>{year}</li>
        ))}
      </ol>
      <ol className="licence-years__notes">
        {notes.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
