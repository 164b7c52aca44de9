import { PropertyList } from './entries.tsx';
import { Portrait, type PortrayedPerson, Reach } from './person-figure.tsx';

export type DescribedPerson = PortrayedPerson & {
  id: string;
  about: string;
  facts: readonly { label: string; text: string }[];
};

/** Portraits in a row, with all that is said of the people below. */
export function PeopleRow({ people }: { people: readonly DescribedPerson[] }) {
  return (
    <ul className="people-row">
      {people.map(({ id, name, designation, qualification, about, facts, ...person }) => (
        <li key={id} id={id} className="people-row__person">
          <Portrait name={name} image={person.image} />
          <h3>{name}</h3>
          <p>{designation}</p>
          <p className="soft">{qualification}</p>
          <p className="people-row__about">{about}</p>
          <PropertyList properties={facts} />
          <Reach {...person} />
        </li>
      ))}
    </ul>
  );
}
