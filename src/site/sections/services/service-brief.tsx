import { PersonFigure, type PortrayedPerson } from '../person-figure.tsx';

export type ServiceBriefProps = {
  label: string;
  entries: readonly { term: string; text: string }[];
  /** The partner responsible for the service. */
  person: PortrayedPerson;
  /** The date of the law on the page. */
  law: { label: string; date: string; text: string };
};

/** The service in brief, as a ruled list of terms. */
export function ServiceBrief({ label, entries, person, law }: ServiceBriefProps) {
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
      <PersonFigure
        {...person}
        note={
          <span className="service-brief__law soft">
            {law.label} <time dateTime={law.date}>{law.text}</time>
          </span>
        }
      />
    </section>
  );
}
