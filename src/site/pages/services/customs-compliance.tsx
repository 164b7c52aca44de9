import { customsCompliance as page, type CustomsServiceId } from '#site/content/services/customs-compliance.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { Stages } from '#site/sections/services/stages.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

const services = page.services.groups.flatMap(({ items }) => items);
const stages = page.stages.items.map(({ title, services: ids }) => ({ title, entries: ids.flatMap(stationOf) }));

/** A service as an entry of a stage. */
function stationOf(id: CustomsServiceId) {
  return services
    .filter((service) => service.id === id)
    .map(({ number, shortTitle }) => ({ id, numeral: number, title: shortTitle }));
}

export default function CustomsCompliancePage({ loaderData }: ServiceProps) {
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Stages heading={page.stages.heading} stages={stages} />
      <GuidedParts
        contents={{
          title: pageLabels.contents,
          links: services.map(({ id, number, shortTitle }) => ({ id, numeral: number, title: shortTitle })),
        }}
        parts={page.services.groups.map(({ heading, items }) => ({
          heading,
          content: (
            <Entries
              layout="numbered"
              entries={items.map(({ number, ...entry }) => ({ ...entry, numeral: number }))}
              words={pageLabels}
            />
          ),
        }))}
      />
    </ServiceDocument>
  );
}
