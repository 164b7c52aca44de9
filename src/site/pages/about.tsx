import { about } from '#site/content/about.ts';
import { organization } from '#site/head/json-ld.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingCall } from '#site/sections/closing-call.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { Facade } from '#site/sections/facade.tsx';
import { Section } from '#site/sections/section.tsx';
import { Story } from '#site/sections/firm-story.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { partnerOf } from './leader-figures.ts';
import { seedOf } from './page-seed.ts';

const trail = trailTo(about.heading, '/about');

export const meta = staticMeta(about, trail, organization);

export default function AboutPage() {
  const { heading, lead, story, clients, setsUsApart, mission, vision, approach, workingWithUs, closing } = about;
  return (
    <>
      <Banner
        title={heading}
        lead={lead}
        crumbs={crumbsOf(trail)}
        seed={seedOf('/about')}
        actions={[closing.action, closing.second]}
      />
      <Story {...story} />
      <Section heading={clients.heading} layout="beside" ground="stone">
        <Entries layout="grid" entries={clients.points} />
      </Section>
      <WhyPoints heading={setsUsApart.heading} points={setsUsApart.points} person={partnerOf('managing')} />
      <Facade labelledBy="mission vision">
        <Entries
          layout="columns"
          look="statements"
          headingLevel={2}
          entries={[
            { ...mission, headingId: 'mission' },
            { ...vision, headingId: 'vision' },
          ]}
        />
      </Facade>
      <Section heading={approach.heading} intro={approach.intro}>
        <Entries layout="columns" entries={approach.parts} />
      </Section>
      <Section heading={workingWithUs.heading} ground="stone">
        <Entries layout="grid" columns={3} entries={workingWithUs.points} />
      </Section>
      <ClosingCall {...closing} />
    </>
  );
}
