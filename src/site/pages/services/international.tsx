import { home } from '#site/content/home.ts';
import { international as page } from '#site/content/services/international.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { Comparison } from '#site/sections/services/licences.tsx';
import { RegionCards, RegionFields } from '#site/sections/services/regions.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page, ({ usa, uk, dubai }) => [usa, uk, dubai].map(({ heading }) => heading));

const places = home.hero.map.places.map(({ id, name }) => ({ city: id, name }));

export default function InternationalPage({ loaderData }: ServiceProps) {
  const { dubaiForms, approach, regions } = page;
  const usa = { id: 'usa-services', ...page.usa };
  const uk = { id: 'uk-services', ...page.uk };
  const dubai = { id: 'dubai-services', ...page.dubai };
  const cards = [
    { ...regions.usa, href: `#${usa.id}`, city: 'philadelphia' as const },
    { ...regions.uk, href: `#${uk.id}`, city: 'london' as const },
    { ...regions.dubai, href: `#${dubai.id}`, city: 'dubai' as const },
  ];
  const usaFields = [usa.trade, usa.tax, usa.transferPricing];
  return (
    <ServiceDocument
      page={page}
      notes={loaderData}
      first={<RegionCards heading={regions.heading} regions={cards} places={places} />}
    >
      <GuidedParts
        contents={{
          title: pageLabels.contents,
          links: [
            { id: usa.id, title: usa.heading, isPart: true },
            ...usa.trade.items,
            ...usa.tax.items,
            ...usa.transferPricing.items,
            { id: uk.id, title: uk.heading, isPart: true },
            ...uk.trade.items,
            { id: dubai.id, title: dubai.heading, isPart: true },
            ...dubai.introduction.items,
          ],
        }}
        parts={[
          { ...usa, content: <RegionFields fields={usaFields} words={pageLabels} /> },
          { ...uk, content: <RegionFields fields={[uk.trade]} words={pageLabels} /> },
          { ...dubai, content: <RegionFields fields={[dubai.introduction]} words={pageLabels} /> },
          {
            ...dubaiForms,
            content: <Comparison label={dubaiForms.heading} columns={dubaiForms.columns} rows={dubaiForms.rows} />,
          },
          { ...approach, content: <Entries layout="columns" entries={approach.items} /> },
        ]}
      />
    </ServiceDocument>
  );
}
