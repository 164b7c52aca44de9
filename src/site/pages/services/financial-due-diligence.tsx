import { financialDueDiligence as page } from '#site/content/services/financial-due-diligence.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Entries } from '#site/sections/entries.tsx';
import { GreatFigure, ProfitBridge } from '#site/sections/services/due-diligence.tsx';
import { Section } from '#site/sections/section.tsx';
import { notesLoader } from './notes.server.ts';
import { ServiceDocument, type ServiceProps } from './service-document.tsx';

export const loader = notesLoader(page);

export const meta = serviceMeta(page);

const questions = page.areas.items.map(({ number, questions: scope, ...area }) => ({
  ...area,
  numeral: number,
  scope,
}));

export default function FinancialDueDiligencePage({ loaderData }: ServiceProps) {
  const { limits, areas, bridge, additionalServices, transactions } = page;
  return (
    <ServiceDocument page={page} notes={loaderData}>
      <GreatFigure heading={limits.heading} figure={limits.period} paragraphs={limits.paragraphs} />
      <Section heading={areas.heading} intro={areas.intro}>
        <Entries
          layout="numbered"
          look="questions"
          entries={questions}
          words={{ ...pageLabels, scope: pageLabels.questions }}
        />
      </Section>
      <Section heading={bridge.heading} intro={bridge.intro} ground="stone">
        <ProfitBridge steps={bridge.steps} />
      </Section>
      <Section heading={additionalServices.heading} ground="ink">
        <Entries layout="grid" columns={3} entries={additionalServices.items} />
      </Section>
      <Section heading={transactions.heading} intro={transactions.intro}>
        <Entries layout="rows" look="large" entries={transactions.items} />
      </Section>
    </ServiceDocument>
  );
}
