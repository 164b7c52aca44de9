export type OfficesRowProps = { label: string; offices: readonly { city: string; note: string }[] };

/** The index of an atlas: a city and where it lies. */
export function OfficesRow({ label, offices }: OfficesRowProps) {
  return (
    <section className="offices" aria-label={label}>
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
