import { ongoingCompliance as page } from '#site/content/services/ongoing-compliance.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { Section } from '#site/sections/section.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function OngoingCompliancePage({ loaderData }: ServiceProps) {
  const { calendar, services, included, benefits, pitfalls } = page;
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Section heading={calendar.heading} intro={calendar.intro} ground="stone">
        <Entries layout="columns" look="year" entries={calendar.items} />
      </Section>
      <Section heading={services.heading} intro={services.intro}>
        <Entries layout="rows" entries={services.items} words={{ ...pageLabels, scope: pageLabels.filings }} />
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
