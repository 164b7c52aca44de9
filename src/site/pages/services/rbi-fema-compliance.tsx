import { pageLabels } from '#site/content/services/page-content.ts';
import { rbiFemaCompliance as page } from '#site/content/services/rbi-fema-compliance.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { MoneyFlow } from '#site/sections/money-flow.tsx';
import { Section } from '#site/sections/section.tsx';
import { TopicList } from '#site/sections/topic-list.tsx';
import { partners } from '../leader-figures.ts';
import { InBrief, ServiceBanner, ServiceEnd } from './service-parts.tsx';

export const meta = serviceMeta(page);

export default function RbiFemaCompliancePage() {
  const { foreignExchange, flow, additionalServices, internationalTax, transferPricing } = page;
  return (
    <>
      <ServiceBanner page={page} />
      <InBrief page={page} person={partners.tax} />
      <Section heading={foreignExchange.heading} intro={foreignExchange.intro}>
        <TopicList topics={foreignExchange.items} words={pageLabels} />
      </Section>
      <Section heading={flow.heading} intro={flow.intro} ground="stone">
        <MoneyFlow columns={flow.columns} ways={flow.ways} />
      </Section>
      <Section heading={additionalServices.heading} intro={additionalServices.intro} ground="ink">
        <DefinitionGrid entries={additionalServices.items} columns={3} />
      </Section>
      <Section heading={internationalTax.heading} intro={internationalTax.intro} ground="stone">
        <TopicList topics={internationalTax.items} words={pageLabels} />
      </Section>
      <Section heading={transferPricing.heading} intro={transferPricing.intro}>
        <TopicList topics={transferPricing.items} words={pageLabels} />
      </Section>
      <ServiceEnd page={page} />
    </>
  );
}
