import { ongoingCompliance as page } from '#site/content/services/ongoing-compliance.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { NumeralRow } from '#site/sections/numeral-row.tsx';
import { Rhythm } from '#site/sections/rhythm.tsx';
import { Section } from '#site/sections/section.tsx';
import { TopicList } from '#site/sections/topic-list.tsx';
import { partners } from '../leader-figures.ts';
import { InBrief, ServiceBanner, ServiceEnd } from './service-parts.tsx';

export const meta = serviceMeta(page);

const services = page.services.items.map(({ filings, ...service }) => ({ ...service, scope: filings }));

export default function OngoingCompliancePage() {
  const { calendar, included, benefits, pitfalls } = page;
  return (
    <>
      <ServiceBanner page={page} />
      <InBrief page={page} person={partners.managing} />
      <Section heading={calendar.heading} intro={calendar.intro} ground="stone">
        <Rhythm beats={calendar.items} />
      </Section>
      <Section heading={page.services.heading} intro={page.services.intro}>
        <TopicList topics={services} words={{ ...pageLabels, scope: pageLabels.filings }} />
      </Section>
      <Section heading={included.heading} ground="ink">
        <DefinitionGrid entries={included.items} columns={3} />
      </Section>
      <Section heading={benefits.heading} layout="beside" ground="stone">
        <DefinitionGrid entries={benefits.items} />
      </Section>
      <Section heading={pitfalls.heading} intro={pitfalls.intro}>
        <NumeralRow entries={pitfalls.items.map((pitfall, index) => ({ ...pitfall, numeral: String(index + 1) }))} />
      </Section>
      <ServiceEnd page={page} />
    </>
  );
}
