import { crumbWords } from '#site/content/crumbs.ts';
import { servicesPage } from '#site/content/services-list.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingCall } from '#site/sections/closing-call.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { Section } from '#site/sections/section.tsx';
import { ServiceCatalogue } from '#site/sections/services/service-catalogue.tsx';
import { seedOf } from './page-seed.ts';

const trail = trailTo(crumbWords.services.label, '/services');

export const meta = staticMeta(servicesPage, trail);

export default function ServicesPage() {
  const { heading, lead, list, whyChoose, closing } = servicesPage;
  return (
    <>
      <Banner
        title={heading}
        lead={lead}
        crumbs={crumbsOf(trail)}
        seed={seedOf('/services')}
        actions={[closing.action]}
      />
      <ServiceCatalogue {...list} />
      <Section heading={whyChoose.heading} ground="stone">
        <Entries layout="columns" entries={whyChoose.points} />
      </Section>
      <ClosingCall {...closing} />
    </>
  );
}
