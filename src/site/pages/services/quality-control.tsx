import { pageLabels } from '../../content/services/page-content.ts';
import { qualityControl as page } from '../../content/services/quality-control.ts';
import { serviceMeta } from '../../head/static-meta.ts';
import { DefinitionGrid } from '../../sections/definition-grid.tsx';
import { Forums } from '../../sections/forums.tsx';
import { Section } from '../../sections/section.tsx';
import { partners } from '../partners.ts';
import { InBrief, ServiceBanner, ServiceEnd } from './service-parts.tsx';

export const meta = serviceMeta(page);

export default function QualityControlPage() {
  const { mechanisms, guidance, qualityAtTheBorder } = page;
  return (
    <>
      <ServiceBanner page={page} />
      <InBrief page={page} person={partners.trade} />
      <Section heading={mechanisms.heading} intro={mechanisms.intro} ground="stone">
        <Forums forums={mechanisms.items} words={pageLabels} />
      </Section>
      <Section heading={guidance.heading} intro={guidance.intro} layout="beside">
        <DefinitionGrid entries={guidance.items} />
      </Section>
      <Section heading={qualityAtTheBorder.heading} intro={qualityAtTheBorder.intro} ground="ink" layout="beside">
        <DefinitionGrid entries={qualityAtTheBorder.items} />
      </Section>
      <ServiceEnd page={page} />
    </>
  );
}
