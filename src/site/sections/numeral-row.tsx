export type NumeralRowProps = { entries: readonly { numeral: string; title: string; text?: string }[] };

/** Two to four large figures in a row, each over a line of what it counts. */
export function NumeralRow({ entries }: NumeralRowProps) {
  return (
    <ul className="numerals">
      {entries.map(({ numeral, title, text }) => (
        <li key={title}>
          <span className="numeral">{numeral}</span>
          <h3>{title}</h3>
          {text && <p className="soft">{text}</p>}
        </li>
      ))}
    </ul>
  );
}
