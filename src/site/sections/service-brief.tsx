import { PersonFigure, type PersonFigureProps } from './person-figure.tsx';

export type ServiceBriefProps = {
  label: string;
  entries: readonly { term: string; text: string }[];
  /** The partner who answers for the service. */
  person?: PersonFigureProps;
};

/** What it is, who needs it, what we do, what you receive: as a ruled list of terms. */
export function ServiceBrief({ label, entries, person }: ServiceBriefProps) {
  return (
    <section className="wrap grid-12 brief" aria-label={label}>
      <dl>
        {entries.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {person && <PersonFigure {...person} />}
    </section>
  );
}
