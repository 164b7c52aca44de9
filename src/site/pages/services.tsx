import { crumbWords } from '../content/crumbs.ts';
import { servicesPage } from '../content/services-list.ts';
import { staticMeta } from '../head/static-meta.ts';
import { crumbsOf, trailTo } from '../head/trail.ts';
import { Banner } from '../sections/banner.tsx';
import { ClosingCall } from '../sections/closing-call.tsx';
import { NumeralRow } from '../sections/numeral-row.tsx';
import { Section } from '../sections/section.tsx';
import { ServiceCatalogue } from '../sections/service-catalogue.tsx';

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
        crumbsLabel={crumbWords.label}
        actions={[closing.action]}
      />
      <ServiceCatalogue {...list} />
      <Section heading={whyChoose.heading} ground="stone">
        <NumeralRow entries={whyChoose.points} />
      </Section>
      <ClosingCall {...closing} />
    </>
  );
}
