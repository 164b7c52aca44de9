import { foreignTradePolicy as page } from '#site/content/services/foreign-trade-policy.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Comparison, LicenceYears } from '#site/sections/services/licences.tsx';
import { Outline } from '#site/sections/services/outline.tsx';
import { Section } from '#site/sections/section.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function ForeignTradePolicyPage({ loaderData }: ServiceProps) {
  const { years, schemes, sample, reasons } = page;
  const groups = [
    { id: 'essential-facilitation', ...page.facilitation },
    { id: 'specialized-compliance', ...page.specialized },
    { id: 'advisory-audit-disputes', ...page.advisory },
  ];
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <GuidedParts
        contents={{
          title: pageLabels.contents,
          links: [
            ...groups.flatMap(({ id, heading, items }) => [{ id, title: heading, isPart: true }, ...items]),
            { id: 'years', title: years.heading, isPart: true },
            { id: 'schemes', title: schemes.heading, isPart: true },
          ],
        }}
        parts={groups.map(({ items, ...group }) => ({
          ...group,
          content: <Entries layout="rows" look="region" entries={items} words={pageLabels} />,
        }))}
      />
      <Section id="years" heading={years.heading} intro={years.intro} ground="stone">
        <LicenceYears years={[1, 2, 3, 4, 5, 6].map(years.year)} notes={years.notes} caution={years.caution} />
      </Section>
      <Section id="schemes" heading={schemes.heading} intro={schemes.intro}>
        <Comparison label={schemes.heading} columns={schemes.columns} rows={schemes.rows} />
      </Section>
      <Section heading={sample.heading} intro={sample.intro} layout="beside" ground="stone">
        <Outline items={sample.items} />
      </Section>
      <WhyPoints heading={reasons.heading} points={reasons.items} />
    </ServiceDocument>
  );
}
