import type { ReactNode } from 'react';
import { imageSources } from '#contract/image-sources.ts';
import { Arch } from '#site/ui/arch.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { type LabelledLink, type Phone, telOf } from './link.ts';

export type PortrayedPerson = {
  name: string;
  /** Where the person is described. */
  href?: string;
  designation: string;
  qualification?: string;
  phone?: Phone;
  /** `distinguish` is read after the label, which is the same for everybody. */
  mail?: LabelledLink & { distinguish: string };
  /** The address of a photograph; without one the initials are shown. */
  image?: string;
};

/** A portrait in an arch with name, designation, qualification and ways to write and call beside it. */
export function PersonFigure({ note, ...person }: PortrayedPerson & { note?: ReactNode }) {
  const { name, href, designation, qualification } = person;
  return (
    <figure className="person-figure wraps">
      <Portrait {...person} />{' '}
      <figcaption className="person-figure__text">
        <b>{href ? <RouteLink href={href}>{name}</RouteLink> : name}</b> <span>{designation}</span>{' '}
        {qualification && <span className="soft">{qualification}</span>}
        <Reach {...person} />
        {note}
      </figcaption>
    </figure>
  );
}

export type StatementFigureProps = { person: PortrayedPerson; text: string };

/** A statement of the firm beside the portrait of the person who makes it. */
export function StatementFigure({ person, text }: StatementFigureProps) {
  return (
    <figure className="person-figure wraps">
      <Portrait {...person} />{' '}
      <figcaption className="person-figure__text">
        <span className="person-figure__statement">“{text}”</span> <b>{person.name}</b>{' '}
        <span>{person.designation}</span>
      </figcaption>
    </figure>
  );
}

export function Portrait({ name, image }: Pick<PortrayedPerson, 'name' | 'image'>) {
  return (
    <Arch>
      {image ? (
        <img src={imageSources(image, 720)?.src ?? image} alt={name} width="720" height="900" loading="lazy" />
      ) : (
        <Monogram name={name} />
      )}
    </Arch>
  );
}

/** How to call and to write. */
export function Reach({ phone, mail }: Pick<PortrayedPerson, 'phone' | 'mail'>) {
  return (
    <div className="reach row">
      {phone && (
        <a className="tap tabular" href={telOf(phone.e164)}>
          {phone.display}{' '}
        </a>
      )}
      {mail && (
        <a className="tap" href={mail.href}>
          {mail.label}
          <span className="sr-only"> {mail.distinguish}</span>
        </a>
      )}
    </div>
  );
}

/** Titles such as "CA" and "Dr." are not part of the name, and neither is a remark in parentheses. */
const TITLES = new Set(['ca', 'cs', 'dr', 'mr', 'mrs', 'ms', 'adv']);

export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word) && !TITLES.has(word.toLowerCase().replace('.', '')));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}

/** The initials of a person on lattice: a portrait until there is a photograph. */
function Monogram({ name }: { name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      <span>{initialsOf(name)}</span>
    </span>
  );
}
