import { marketEntry as page } from '#site/content/services/market-entry.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { Section } from '#site/sections/section.tsx';
import { Outline } from '#site/sections/services/outline.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

const words = { ...pageLabels, scope: pageLabels.steps };

export default function MarketEntryPage({ loaderData }: ServiceProps) {
  const { forms, phases, laterPhases, sample } = page;
  const first = phases.items.map((phase, index) => ({ ...phase, numeral: index + 1 }));
  const later = laterPhases.items.map((phase, index) => ({ ...phase, numeral: first.length + index + 1 }));
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <Section heading={forms.heading} intro={forms.intro} ground="stone">
        <Entries layout="grid" columns={3} entries={forms.items} />
      </Section>
      <Section heading={phases.heading} intro={phases.intro}>
        <Entries layout="line" entries={first} words={words} />
      </Section>
      <Section heading={laterPhases.heading} intro={laterPhases.intro}>
        <Entries layout="columns" look="steps" entries={later} words={words} />
      </Section>
      <Section heading={sample.heading} intro={sample.intro} layout="beside">
        <Outline items={sample.items} />
      </Section>
    </ServiceDocument>
  );
}
