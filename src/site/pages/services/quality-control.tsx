import { pageLabels } from '#site/content/services/page-content.ts';
import { qualityControl as page } from '#site/content/services/quality-control.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { Forums } from '#site/sections/forums.tsx';
import { Section } from '#site/sections/section.tsx';
import { partners } from '../leader-figures.ts';
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
