type LicenceYearsProps = {
  /** The names of the six years. */
  years: readonly string[];
  /** One under each of the first four years, the last under the two that remain. */
  notes: readonly { title: string; text: string }[];
  caution: string;
};

/** A bar of six years, with what happens in them below it. */
export function LicenceYears({ years, notes, caution }: LicenceYearsProps) {
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
      <p className="licence-years__caution small soft">{caution}</p>
    </div>
  );
}

type ComparisonProps = {
  /** Names the table for screen readers. */
  label: string;
  /** By name, in their order; the first names the row. */
  columns: Readonly<Record<string, string>>;
  /** The cells of each, in the order of the columns. */
  rows: readonly Readonly<Record<string, string>>[];
};

/** A table that compares a few things by the same points; on phones each row is a list with the names of the columns. */
export function Comparison({ label, columns, rows }: ComparisonProps) {
  const [first, ...others] = Object.values(columns);
  return (
    <table className="comparison" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(Object.values<string>).map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={others[index]} data-column={others[index]}>
                <span>{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
