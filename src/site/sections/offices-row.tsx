export type OfficesRowProps = { label: string; offices: readonly { city: string; note: string }[] };

/** The cities of the offices with a note each. */
export function OfficesRow({ label, offices }: OfficesRowProps) {
  return (
    <section className="offices-row" aria-label={label}>
      <ul className="wrap">
        {offices.map(({ city, note }) => (
          <li key={city}>
            <b>{city}</b>
            <span>{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
