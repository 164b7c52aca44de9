import { about } from '#site/content/about.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { home } from '#site/content/home.ts';
import { organization } from '#site/head/json-ld.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingCall } from '#site/sections/closing-call.tsx';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { NumeralRow } from '#site/sections/numeral-row.tsx';
import { Section } from '#site/sections/section.tsx';
import { Statements } from '#site/sections/statements.tsx';
import { Story } from '#site/sections/story.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { partners } from './leader-figures.ts';
import { seedOf } from './page-seed.ts';

const trail = trailTo(about.heading, '/about');

export const meta = staticMeta(about, trail, organization);

export default function AboutPage() {
  const { heading, lead, story, clients, setsUsApart, mission, vision, approach, closing } = about;
  return (
    <>
      <Banner
        title={heading}
        lead={lead}
        crumbs={crumbsOf(trail)}
        crumbsLabel={crumbWords.label}
        seed={seedOf('/about')}
        actions={[closing.action, closing.second]}
      />
      <Story {...story} plateAlt={home.about.plateDescription} />
      <Section heading={clients.heading} layout="beside" ground="stone">
        <DefinitionGrid entries={clients.points} />
      </Section>
      <WhyPoints heading={setsUsApart.heading} points={setsUsApart.points} person={partners.managing} />
      <Statements entries={[mission, vision]} />
      <Section heading={approach.heading} intro={approach.intro}>
        <NumeralRow entries={approach.parts.map((part, index) => ({ ...part, numeral: String(index + 1) }))} />
      </Section>
      <ClosingCall {...closing} />
    </>
  );
}
