import { foreignTradePolicy as page } from '#site/content/services/foreign-trade-policy.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Comparison, LicenceYears } from '#site/sections/services/licences.tsx';
import { Section } from '#site/sections/section.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

/** Three groups; the outer two have a stone background. */
export default function ForeignTradePolicyPage({ loaderData }: ServiceProps) {
  const { groups, years, schemes, reasons } = page;
  return (
    <ServiceDocument page={page} notes={loaderData}>
      {groups.map(({ id, heading, intro, items }, index) => (
        <Section key={id} id={id} heading={heading} intro={intro} ground={index % 2 ? 'paper' : 'stone'}>
          <Entries layout="rows" entries={items} words={pageLabels} />
        </Section>
      ))}
      <Section heading={years.heading} intro={years.intro}>
        <LicenceYears years={[1, 2, 3, 4, 5, 6].map(years.year)} notes={years.notes} caution={years.caution} />
      </Section>
      <Section heading={schemes.heading} intro={schemes.intro} ground="stone">
        <Comparison label={schemes.heading} columns={schemes.columns} rows={schemes.rows} />
      </Section>
      <WhyPoints heading={reasons.heading} points={reasons.items} />
    </ServiceDocument>
  );
}
