import { listLeaders, team } from '#site/content/team.ts';
import { organization, person } from '#site/head/json-ld.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { PeopleRow } from '#site/sections/people-row.tsx';
import { Section } from '#site/sections/section.tsx';
import { describedPersonOf } from './leader-figures.ts';
import { seedOf } from './page-seed.ts';

const trail = trailTo(team.heading, '/team');

export const meta = staticMeta(team, trail, (siteUrl) => [
  ...organization(siteUrl),
  ...listLeaders().map((leader) => person(leader, siteUrl)),
]);

export default function TeamPage() {
  const { heading, lead, leadership, expertise, values, closing } = team;
  return (
    <>
      <Banner title={heading} lead={lead} crumbs={crumbsOf(trail)} seed={seedOf('/team')} />
      <Section heading={leadership.heading}>
        <PeopleRow people={listLeaders().map(describedPersonOf)} />
      </Section>
      <Section heading={expertise.heading} intro={expertise.intro} ground="ink">
        <Entries layout="grid" columns={3} entries={expertise.areas} />
      </Section>
      <Section heading={values.heading}>
        <Entries layout="rows" look="large" entries={values.points} />
      </Section>
      <ClosingBand {...closing} />
    </>
  );
}
