import { governmentLiaison as page } from '#site/content/services/government-liaison.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Authorities } from '#site/sections/authorities.tsx';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { Section } from '#site/sections/section.tsx';
import { TopicList } from '#site/sections/topic-list.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { partners } from '../leader-figures.ts';
import { InBrief, ServiceBanner, ServiceEnd } from './service-parts.tsx';

export const meta = serviceMeta(page);

export default function GovernmentLiaisonPage() {
  const { services, authorities, areas, pitfalls } = page;
  return (
    <>
      <ServiceBanner page={page} />
      <InBrief page={page} person={partners.managing} />
      <Section heading={services.heading} intro={services.intro}>
        <TopicList topics={services.items} words={pageLabels} />
      </Section>
      <Section heading={authorities.heading} intro={authorities.intro} ground="ink">
        <Authorities authorities={authorities.items} />
      </Section>
      <Section heading={areas.heading} ground="stone">
        <DefinitionGrid entries={areas.items} columns={3} />
      </Section>
      <WhyPoints heading={pitfalls.heading} points={pitfalls.items} />
      <ServiceEnd page={page} />
    </>
  );
}
