import { crumbWords } from '#site/content/crumbs.ts';
import { pageLabels, type ServicePage } from '#site/content/services/page-content.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingCall } from '#site/sections/closing-call.tsx';
import type { Person } from '#site/sections/person-figure.tsx';
import { RelatedServices } from '#site/sections/services/related-services.tsx';
import { ServiceBrief } from '#site/sections/services/service-brief.tsx';
import { seedOf } from '../page-seed.ts';

// The beginning and the end that all nine service pages share.

export function ServiceBanner({ page }: { page: ServicePage }) {
  return (
    <Banner
      title={page.title}
      lead={page.lead}
      crumbs={crumbsOf(trailTo(page.shortTitle, page.path))}
      crumbsLabel={crumbWords.label}
      seed={seedOf(page.path)}
      actions={page.callsToAction}
    />
  );
}

export function InBrief({ page, person }: { page: ServicePage; person?: Person }) {
  const { whatItIs, whoNeedsIt, whatWeDo, whatYouReceive } = page.brief;
  return (
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
  );
}

export function ServiceEnd({ page }: { page: ServicePage }) {
  return (
    <>
      <RelatedServices
        heading={pageLabels.related}
        services={page.related.map(({ path, label, reason }) => ({ href: path, title: label, reason }))}
      />
      <ClosingCall {...page.closing} />
    </>
  );
}
