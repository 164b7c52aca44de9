import type { Field } from '#contract/words/firm.ts';
import { type Leader, leaderOf, leaderPath, personLabels } from '#site/content/team.ts';
import type { DescribedPerson } from '#site/sections/people-row.tsx';
import type { PortrayedPerson } from '#site/sections/person-figure.tsx';

export function personOf(leader: Leader): PortrayedPerson {
  const { name, designation, qualification, phone, showsPhone, email, photograph } = leader;
  return {
    name,
    href: leaderPath(leader),
    designation,
    qualification,
    ...(phone && showsPhone && { phone }),
    ...(photograph && { image: photograph }),
    mail: { href: `mailto:${email}`, label: personLabels.write, distinguish: `${personLabels.to} ${name}` },
  };
}

export function describedPersonOf(leader: Leader): DescribedPerson {
  const { id, about, subjects, languages } = leader;
  return {
    ...personOf(leader),
    id,
    about,
    facts: [
      { label: personLabels.subjects, text: subjects },
      { label: personLabels.languages, text: languages },
    ],
  };
}

export const partnerOf = (field: Field): PortrayedPerson => personOf(leaderOf(field));
