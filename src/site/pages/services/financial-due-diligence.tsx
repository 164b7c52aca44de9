import { financialDueDiligence as page } from '#site/content/services/financial-due-diligence.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts } from '#site/sections/guided-parts.tsx';
import { GreatFigure, ProfitBridge } from '#site/sections/services/due-diligence.tsx';
import { Outline } from '#site/sections/services/outline.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

export default function FinancialDueDiligencePage({ loaderData }: ServiceProps) {
  const { limits, areas, bridge, additionalServices, transactions, sample } = page;
  const questions = areas.items.map((area, index) => ({ ...area, numeral: index + 1 }));
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <GreatFigure heading={limits.heading} figure={limits.period} paragraphs={limits.paragraphs} />
      <GuidedParts
        contents={{
          title: pageLabels.contents,
          links: [
            ...questions,
            { id: 'bridge', title: bridge.heading, isPart: true },
            { id: 'additional', title: additionalServices.heading, isPart: true },
            { id: 'transactions', title: transactions.heading, isPart: true },
            { id: 'summary', title: sample.heading, isPart: true },
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
          { ...bridge, id: 'bridge', content: <ProfitBridge steps={bridge.steps} /> },
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
          { ...sample, id: 'summary', content: <Outline items={sample.items} /> },
        ]}
      />
    </ServiceDocument>
  );
}
