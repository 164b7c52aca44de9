import { PropertyList } from '../entries.tsx';
import { PersonFigure, type PortrayedPerson } from '../person-figure.tsx';

export type ServiceBriefProps = {
  label: string;
  properties: readonly { label: string; text: string }[];
  /** The partner responsible for the service. */
  person: PortrayedPerson;
  /** The date of the law on the page. */
  law: { label: string; date: string; text: string };
};

/** The service in brief, as a ruled list of terms. */
export function ServiceBrief({ label, properties, person, law }: ServiceBriefProps) {
  return (
    <section className="wrap grid-12 service-brief" aria-label={label}>
      <PropertyList properties={properties} />
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
