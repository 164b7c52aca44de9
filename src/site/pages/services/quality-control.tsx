import { pageLabels } from '#site/content/services/page-content.ts';
import { qualityControl as page } from '#site/content/services/quality-control.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { Section } from '#site/sections/section.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function QualityControlPage({ loaderData }: ServiceProps) {
  const { mechanisms, guidance, qualityAtTheBorder } = page;
  const forums = mechanisms.items.map(({ hears, limit, goesWrong, ...forum }, index) => ({
    ...forum,
    numeral: index + 1,
    properties: [
      { label: pageLabels.hears, text: hears },
      { label: pageLabels.limit, text: limit },
      { label: pageLabels.goesWrong, text: goesWrong },
    ],
  }));
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Section heading={mechanisms.heading} intro={mechanisms.intro} ground="stone">
        <Entries layout="columns" look="compared" entries={forums} />
      </Section>
      <Section heading={guidance.heading} intro={guidance.intro} layout="beside">
        <Entries layout="grid" entries={guidance.items} />
      </Section>
      <Section heading={qualityAtTheBorder.heading} intro={qualityAtTheBorder.intro} ground="stone">
        <Entries layout="rows" entries={qualityAtTheBorder.items} words={pageLabels} />
      </Section>
    </ServiceDocument>
  );
}
