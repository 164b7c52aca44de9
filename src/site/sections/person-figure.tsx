import { Arch } from '#site/ui/arch.tsx';
import { Monogram } from '#site/ui/monogram.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { type LabelledLink, type Phone, telOf } from './link.ts';

export type PortrayedPerson = {
  name: string;
  designation: string;
  phone?: Phone;
  /** The address of a photograph; without one the initials are shown. */
  image?: string;
};

/** A portrait in an arch with name, designation and phone beside it. */
export function PersonFigure(person: PortrayedPerson) {
  return (
    <figure className="person-figure wraps">
      <Portrait {...person} />
      <figcaption className="person-figure__text">
        <PersonWords {...person} />
      </figcaption>
    </figure>
  );
}

export type StatementFigureProps = { by: string | null; text: string };

/** A statement of the firm beside its initials, if it shows any. */
export function StatementFigure({ by, text }: StatementFigureProps) {
  return (
    <figure className="person-figure wraps">
      {by && <Portrait name={by} />}
      <figcaption className="person-figure__statement">{text}</figcaption>
    </figure>
  );
}

function Portrait({ name, image }: Pick<PortrayedPerson, 'name' | 'image'>) {
  return (
    <Arch>
      {image ? <img src={image} alt={name} width="720" height="900" loading="lazy" /> : <Monogram name={name} />}
    </Arch>
  );
}

function PersonWords({ name, designation, phone }: PortrayedPerson) {
  return (
    <>
      <b>{name}</b>
      <span>{designation}</span>
      {phone && (
        <a className="tap tabular" href={telOf(phone.e164)}>
          {phone.display}
        </a>
      )}
    </>
  );
}

type PeopleRowProps = {
  people: readonly PortrayedPerson[];
  /** Under a person without a phone. */ write: LabelledLink;
};

/** Portraits in a row, with name, designation and phone below. */
export function PeopleRow({ people, write }: PeopleRowProps) {
  return (
    <ul className="people-row">
      {people.map((person) => (
        <li key={person.name} className="people-row__person">
          <Portrait {...person} />
          <h3>{person.name}</h3>
          <p>{person.designation}</p>
          {person.phone ? (
            <a className="tap tabular" href={telOf(person.phone.e164)}>
              {person.phone.display}
            </a>
          ) : (
            <RouteLink className="tap" href={write.href}>
              {write.label}
            </RouteLink>
          )}
        </li>
      ))}
    </ul>
  );
}
