import { pageLabels } from '#site/content/services/page-content.ts';
import { rbiFemaCompliance as page } from '#site/content/services/rbi-fema-compliance.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { MoneyFlow } from '#site/sections/services/money-flow.tsx';
import { Section } from '#site/sections/section.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function RbiFemaCompliancePage({ loaderData }: ServiceProps) {
  const { foreignExchange, flow, additionalServices, individuals, internationalTax, transferPricing } = page;
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Section heading={foreignExchange.heading} intro={foreignExchange.intro}>
        <Entries layout="rows" entries={foreignExchange.items} words={pageLabels} />
      </Section>
      <Section heading={flow.heading} intro={flow.intro} ground="stone">
        <MoneyFlow columns={flow.columns} ways={flow.ways} />
      </Section>
      <Section heading={additionalServices.heading} intro={additionalServices.intro} ground="ink">
        <Entries layout="grid" columns={3} entries={additionalServices.items} />
      </Section>
      <Section heading={individuals.heading} intro={individuals.intro}>
        <Entries layout="rows" entries={individuals.items} words={pageLabels} />
      </Section>
      <Section heading={internationalTax.heading} intro={internationalTax.intro} ground="stone">
        <Entries layout="rows" entries={internationalTax.items} words={pageLabels} />
      </Section>
      <Section heading={transferPricing.heading} intro={transferPricing.intro}>
        <Entries layout="rows" entries={transferPricing.items} words={pageLabels} />
      </Section>
    </ServiceDocument>
  );
}
