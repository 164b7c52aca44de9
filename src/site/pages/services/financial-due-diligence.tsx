import { financialDueDiligence as page } from '#site/content/services/financial-due-diligence.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { AnalysisAreas } from '#site/sections/analysis-areas.tsx';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { GreatFigure } from '#site/sections/great-figure.tsx';
import { LargeTerms } from '#site/sections/large-terms.tsx';
import { ProfitBridge } from '#site/sections/profit-bridge.tsx';
import { Section } from '#site/sections/section.tsx';
import { partners } from '../leader-figures.ts';
import { InBrief, ServiceBanner, ServiceEnd } from './service-parts.tsx';

export const meta = serviceMeta(page);

export default function FinancialDueDiligencePage() {
  const { limits, areas, bridge, additionalServices, transactions } = page;
  return (
    <>
      <ServiceBanner page={page} />
      <InBrief page={page} person={partners.tax} />
      <GreatFigure heading={limits.heading} figure={limits.period} paragraphs={limits.paragraphs} />
      <Section heading={areas.heading} intro={areas.intro}>
        <AnalysisAreas areas={areas.items} words={pageLabels} />
      </Section>
      <Section heading={bridge.heading} intro={bridge.intro} ground="stone">
        <ProfitBridge steps={bridge.steps} />
      </Section>
      <Section heading={additionalServices.heading} ground="ink">
        <DefinitionGrid entries={additionalServices.items} columns={3} />
      </Section>
      <Section heading={transactions.heading} intro={transactions.intro}>
        <LargeTerms entries={transactions.items} />
      </Section>
      <ServiceEnd page={page} />
    </>
  );
}
