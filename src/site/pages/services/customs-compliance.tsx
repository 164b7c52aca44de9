import { customsCompliance as page, servicesOfStage } from '#site/content/services/customs-compliance.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { Stages } from '#site/sections/services/stages.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function CustomsCompliancePage({ loaderData }: ServiceProps) {
  const { stages, status, value, disputes } = page;
  const services = [...status.items, ...value.items, ...disputes.items].map((service, index) => ({
    ...service,
    numeral: index + 1,
  }));
  const inShort = services.map(({ id, numeral, shortTitle }) => ({ id, numeral, title: shortTitle }));
  const named = Object.entries(stages.titles) as [keyof typeof stages.titles, string][];
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Stages
        heading={stages.heading}
        stages={named.map(([stage, title]) => ({
          title,
          entries: servicesOfStage[stage].flatMap((id) => inShort.filter((service) => service.id === id)),
        }))}
      />
      <GuidedParts
        contents={{ title: pageLabels.contents, links: inShort }}
        parts={[status, value, disputes].map(({ heading, items }) => ({
          heading,
          content: (
            <Entries
              layout="numbered"
              entries={services.filter((service) => items.some(({ id }) => id === service.id))}
              words={pageLabels}
            />
          ),
        }))}
      />
    </ServiceDocument>
  );
}
