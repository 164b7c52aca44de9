import { pageLabels } from '#site/content/services/page-content.ts';
import { rbiFemaCompliance as page } from '#site/content/services/rbi-fema-compliance.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { MoneyFlow } from '#site/sections/services/money-flow.tsx';
import { Section } from '#site/sections/section.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function RbiFemaCompliancePage({ loaderData }: ServiceProps) {
  const { foreignExchange, flow, additionalServices, individuals, internationalTax, transferPricing } = page;
  const parts = [
    { id: 'foreign-exchange', ...foreignExchange },
    { id: 'additional', ...additionalServices },
    { id: 'individuals', ...individuals },
    { id: 'international-tax', ...internationalTax },
    { id: 'transfer-pricing', ...transferPricing },
  ];
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Section heading={flow.heading} intro={flow.intro} ground="stone">
        <MoneyFlow columns={flow.columns} ways={[flow.into, flow.outOf]} />
      </Section>
      <GuidedParts
        contents={{
          title: pageLabels.contents,
          links: parts.flatMap(({ id, heading, items }) => [{ id, title: heading, isPart: true }, ...items]),
        }}
        parts={parts.map(({ items, ...part }) => ({
          ...part,
          content:
            part.id === 'additional' ? (
              <Entries layout="grid" entries={items} />
            ) : (
              <Entries layout="rows" look="region" entries={items} words={pageLabels} />
            ),
        }))}
      />
    </ServiceDocument>
  );
}
