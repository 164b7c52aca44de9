import { ongoingCompliance as page } from '#site/content/services/ongoing-compliance.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { Section } from '#site/sections/section.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

const years = page.calendar.items.map(({ frequency, filings }) => ({ title: frequency, scope: filings }));
const services = page.services.items.map(({ filings, ...service }) => ({ ...service, scope: filings }));

export default function OngoingCompliancePage({ loaderData }: ServiceProps) {
  const { calendar, included, benefits, pitfalls } = page;
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Section heading={calendar.heading} intro={calendar.intro} ground="stone">
        <Entries layout="columns" look="year" entries={years} />
      </Section>
      <Section heading={page.services.heading} intro={page.services.intro}>
        <Entries layout="rows" entries={services} words={{ ...pageLabels, scope: pageLabels.filings }} />
      </Section>
      <Section heading={included.heading} ground="ink">
        <Entries layout="grid" columns={3} entries={included.items} />
      </Section>
      <Section heading={benefits.heading} layout="beside" ground="stone">
        <Entries layout="grid" entries={benefits.items} />
      </Section>
      <Section heading={pitfalls.heading} intro={pitfalls.intro}>
        <Entries layout="columns" entries={pitfalls.items} />
      </Section>
    </ServiceDocument>
  );
}
