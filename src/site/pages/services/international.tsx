import { home, type HomeMapPlace } from '#site/content/home.ts';
import { international as page, type RegionId } from '#site/content/services/international.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { Comparison } from '#site/sections/services/licences.tsx';
import { Region, RegionCards } from '#site/sections/services/regions.tsx';
import { Section } from '#site/sections/section.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

const CITY_OF = {
  '#usa-services': 'philadelphia',
  '#uk-services': 'london',
  '#dubai-services': 'dubai',
} as const satisfies Record<`#${RegionId}`, HomeMapPlace['id']>;

const places = home.hero.map.places.map(({ id, name }) => ({ city: id, name }));
const regions = page.regions.items.map((region) => ({ ...region, city: CITY_OF[region.href] }));

export default function InternationalPage({ loaderData }: ServiceProps) {
  const { usa, uk, dubai, dubaiForms, approach } = page;
  return (
    <ServiceDocument
      page={page}
      notes={loaderData}

      first={<RegionCards heading={page.regions.heading} regions={regions} places={places} />}
    >
      <Region {...usa} groups={[usa.trade, usa.tax, usa.transferPricing]} words={pageLabels} ground="stone" />
      <Region {...uk} groups={[uk.trade]} words={pageLabels} />
      <Region {...dubai} groups={[dubai.introduction]} words={pageLabels} ground="stone" />
      <Section heading={dubaiForms.heading} intro={dubaiForms.intro} ground="stone">
        <Comparison label={dubaiForms.heading} columns={dubaiForms.columns} rows={dubaiForms.rows} />
      </Section>
      <Section heading={approach.heading}>
        <Entries
          layout="columns"
          entries={approach.items.map((pillar, index) => ({ ...pillar, numeral: index + 1 }))}
        />
      </Section>
    </ServiceDocument>
  );
}
