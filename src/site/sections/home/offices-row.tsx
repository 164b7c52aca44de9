import { LocalTimes, type LocalTimesProps } from '../local-times.tsx';

export type OfficesRowProps = {
  label: string;
  offices: readonly { city: string; note: string }[];
  clock: LocalTimesProps;
};

/** The cities of the offices with a note each, and the time there. */
export function OfficesRow({ label, offices, clock }: OfficesRowProps) {
  return (
    <section className="offices-row" aria-label={label}>
      <ul className="wrap">
        {offices.map(({ city, note }) => (
          <li key={city}>
            <b>{city}</b> <span>{note}</span>
          </li>
        ))}
      </ul>
      <div className="wrap offices-row__clock">
        <LocalTimes {...clock} />
      </div>
    </section>
  );
}
