import { governmentLiaison as page } from '#site/content/services/government-liaison.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { Comparison } from '#site/sections/services/licences.tsx';
import { Section } from '#site/sections/section.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function GovernmentLiaisonPage({ loaderData }: ServiceProps) {
  const { services, course, authorities, appearance, areas, pitfalls } = page;
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Section heading={services.heading} intro={services.intro}>
        <Entries layout="rows" entries={services.items} words={pageLabels} />
      </Section>
      <Section heading={course.heading} intro={course.intro} ground="stone">
        <Entries
          layout="line"
          entries={course.items.map((step, index) => ({ ...step, numeral: index + 1 }))}
          words={{ output: pageLabels.onRecord }}
        />
      </Section>
      <Section heading={authorities.heading} intro={authorities.intro} ground="ink">
        <Entries layout="grid" columns={4} entries={authorities.items} />
      </Section>
      <Section heading={appearance.heading} intro={appearance.intro}>
        <Comparison label={appearance.heading} columns={appearance.columns} rows={appearance.rows} />
      </Section>
      <Section heading={areas.heading} ground="stone">
        <Entries layout="grid" columns={3} entries={areas.items} />
      </Section>
      <WhyPoints heading={pitfalls.heading} points={pitfalls.items} />
    </ServiceDocument>
  );
}
