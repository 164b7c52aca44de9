export type NumeralRowProps = { entries: readonly { numeral: string; title: string; text?: string }[] };

/** Two to four large numerals in a row, each with a title and text. */
export function NumeralRow({ entries }: NumeralRowProps) {
  return (
    <ul className="numeral-row">
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
