import type { ReactNode } from 'react';
import { crumbWords } from '#site/content/crumbs.ts';
import { pageLabels, type ServicePage } from '#site/content/services/page-content.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { NextStep } from '#site/sections/closing-call.tsx';
import type { PortrayedPerson } from '#site/sections/person-figure.tsx';
import { RelatedServices } from '#site/sections/services/related-services.tsx';
import { ServiceBrief } from '#site/sections/services/service-brief.tsx';
import { seedOf } from '../page-seed.ts';

type ServiceDocumentProps = {
  page: ServicePage;
  /** The partner responsible for the service. */
  person: PortrayedPerson;
  /** Between the banner and the service in brief. */
  first?: ReactNode;
  children: ReactNode;
};

/** What all nine service pages share: banner, the service in brief, and at the end related services and a call. */
export function ServiceDocument({ page, person, first, children }: ServiceDocumentProps) {
  const { whatItIs, whoNeedsIt, whatWeDo, whatYouReceive } = page.brief;
  return (
    <>
      <Banner
        title={page.title}
        lead={page.lead}
        crumbs={crumbsOf(trailTo(page.shortTitle, page.path))}
        crumbsLabel={crumbWords.label}
        seed={seedOf(page.path)}
        actions={page.callsToAction}
      />
      {first}
      <ServiceBrief
        label={page.title}
        person={person}
        entries={[
          { term: pageLabels.whatItIs, text: whatItIs },
          { term: pageLabels.whoNeedsIt, text: whoNeedsIt },
          { term: pageLabels.whatWeDo, text: whatWeDo },
          { term: pageLabels.whatYouReceive, text: whatYouReceive },
        ]}
      />
      {children}
      <RelatedServices
        heading={pageLabels.related}
        services={page.related.map(({ path, label, reason }) => ({ href: path, title: label, reason }))}
      />
      <NextStep {...page.closing} person={person} />
    </>
  );
}
