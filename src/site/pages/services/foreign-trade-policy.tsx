import { foreignTradePolicy as page } from '#site/content/services/foreign-trade-policy.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serviceMeta } from '#site/head/static-meta.ts';
import { Section } from '#site/sections/section.tsx';
import { TopicList } from '#site/sections/topic-list.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { partners } from '../leader-figures.ts';
import { InBrief, ServiceBanner, ServiceEnd } from './service-parts.tsx';

export const meta = serviceMeta(page);

/** Three groups; the outer two have a stone background. */
export default function ForeignTradePolicyPage() {
  const { groups, reasons } = page;
  return (
    <>
      <ServiceBanner page={page} />
      <InBrief page={page} person={partners.trade} />
      {groups.map(({ id, heading, intro, items }, index) => (
        <Section key={id} id={id} heading={heading} intro={intro} ground={index % 2 ? 'paper' : 'stone'}>
          <TopicList topics={items} words={pageLabels} />
        </Section>
      ))}
      <WhyPoints heading={reasons.heading} points={reasons.items} />
      <ServiceEnd page={page} />
    </>
  );
}
