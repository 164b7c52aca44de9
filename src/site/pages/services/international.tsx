import { home, type HomeMapPlace } from '#site/content/home.ts';
import { international as page, type RegionId } from '#site/content/services/international.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { RegionCards, RegionFields } from '#site/sections/services/regions.tsx';
import { Section } from '#site/sections/section.tsx';
import { partners } from '../leader-figures.ts';
import { ServiceDocument } from './service-document.tsx';

export const meta = serviceMeta(page);

const CITY_OF = {
  '#usa-services': 'philadelphia',
  '#uk-services': 'london',
  '#dubai-services': 'dubai',
} as const satisfies Record<`#${RegionId}`, HomeMapPlace['id']>;

const places = home.hero.map.places.map(({ id, name }) => ({ city: id, name }));
const regions = page.regions.items.map((region) => ({ ...region, city: CITY_OF[region.href] }));

export default function InternationalPage() {
  const { usa, uk, dubai, approach } = page;
  const usaFields = [usa.trade, usa.tax, usa.transferPricing];
  return (
    <ServiceDocument
      page={page}
      person={partners.usa}
      first={<RegionCards heading={page.regions.heading} regions={regions} places={places} />}
    >
      <GuidedParts
        contents={{
          title: pageLabels.contents,
          links: [
            { id: usa.id, title: usa.heading, isPart: true },
            ...usaFields.flatMap(({ items }) => items),
            { id: uk.id, title: uk.heading, isPart: true },
            ...uk.trade.items,
            { id: dubai.id, title: dubai.heading, isPart: true },
          ],
        }}
        parts={[
          { ...usa, content: <RegionFields fields={usaFields} words={pageLabels} /> },
          { ...uk, content: <RegionFields fields={[uk.trade]} words={pageLabels} /> },
          {
            ...dubai,
            content: (
              <div className="region-introduction stack">
                {dubai.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            ),
          },
        ]}
      />
      <Section heading={approach.heading} ground="stone">
        <Entries layout="columns" entries={approach.items} />
      </Section>
    </ServiceDocument>
  );
}
