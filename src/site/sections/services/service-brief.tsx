import { PersonFigure, type PortrayedPerson } from '../person-figure.tsx';

export type ServiceBriefProps = {
  label: string;
  entries: readonly { term: string; text: string }[];
  /** The partner responsible for the service. */
  person: PortrayedPerson;
};

/** The service in brief, as a ruled list of terms. */
export function ServiceBrief({ label, entries, person }: ServiceBriefProps) {
  return (
    <section className="wrap grid-12 service-brief" aria-label={label}>
      <dl>
        {entries.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <PersonFigure {...person} />
    </section>
  );
}
