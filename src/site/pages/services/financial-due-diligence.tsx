import { financialDueDiligence as page } from '#site/content/services/financial-due-diligence.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { GreatFigure, ProfitBridge } from '#site/sections/services/due-diligence.tsx';
import { Section } from '#site/sections/section.tsx';
import { partners } from '../leader-figures.ts';
import { ServiceDocument } from './service-document.tsx';

export const meta = serviceMeta(page);

const questions = page.areas.items.map(({ number, questions: scope, ...area }) => ({
  ...area,
  numeral: number,
  scope,
}));

export default function FinancialDueDiligencePage() {
  const { limits, areas, bridge, additionalServices, transactions } = page;
  return (
    <ServiceDocument page={page} person={partners.tax}>
      <GreatFigure heading={limits.heading} figure={limits.period} paragraphs={limits.paragraphs} />
      <GuidedParts
        contents={{
          title: pageLabels.contents,
          links: [
            ...questions,
            { id: 'additional', title: additionalServices.heading, isPart: true },
            { id: 'transactions', title: transactions.heading, isPart: true },
            { id: 'bridge', title: bridge.heading, isPart: true },
          ],
        }}
        parts={[
          {
            ...areas,
            content: (
              <Entries
                layout="rows"
                look="questions"
                entries={questions}
                words={{ ...pageLabels, scope: pageLabels.questions }}
              />
            ),
          },
          {
            ...additionalServices,
            id: 'additional',
            content: <Entries layout="grid" entries={additionalServices.items} />,
          },
          {
            ...transactions,
            id: 'transactions',
            content: <Entries layout="rows" look="large" entries={transactions.items} />,
          },
        ]}
      />
      <Section id="bridge" heading={bridge.heading} intro={bridge.intro} ground="stone">
        <ProfitBridge steps={bridge.steps} />
      </Section>
    </ServiceDocument>
  );
}
