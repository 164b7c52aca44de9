import { disclaimer } from '#site/content/disclaimer.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { Section } from '#site/sections/section.tsx';

const trail = trailTo(disclaimer.heading, '/disclaimer');

export const meta = staticMeta(disclaimer, trail);

export default function DisclaimerPage() {
  const { heading, lead, website, work, closing } = disclaimer;
  return (
    <>
      <Banner title={heading} lead={lead} crumbs={crumbsOf(trail)} />
      <Section heading={website.heading}>
        <Entries layout="grid" columns={3} entries={website.terms} />
      </Section>
      <Section heading={work.heading} ground="stone">
        <Entries layout="grid" columns={3} entries={work.terms} />
      </Section>
      <ClosingBand {...closing} />
    </>
  );
}
