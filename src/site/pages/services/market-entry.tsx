import { marketEntry as page } from '#site/content/services/market-entry.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { Phases } from '#site/sections/phases.tsx';
import { Section } from '#site/sections/section.tsx';
import { partners } from '../leader-figures.ts';
import { InBrief, ServiceBanner, ServiceEnd } from './service-parts.tsx';

export const meta = serviceMeta(page);

export default function MarketEntryPage() {
  const { forms, phases, laterPhases } = page;
  return (
    <>
      <ServiceBanner page={page} />
      <InBrief page={page} person={partners.managing} />
      <Section heading={forms.heading} intro={forms.intro} ground="stone">
        <DefinitionGrid entries={forms.items} columns={3} />
      </Section>
      <Section heading={phases.heading} intro={phases.intro}>
        <Phases phases={phases.items} words={pageLabels} />
      </Section>
      <Section heading={laterPhases.heading} intro={laterPhases.intro}>
        <Phases phases={laterPhases.items} words={pageLabels} />
      </Section>
      <ServiceEnd page={page} />
    </>
  );
}
