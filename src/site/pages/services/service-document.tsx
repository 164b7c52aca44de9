import type { ReactNode } from 'react';
import { formatLongDate } from '#contract/date.ts';
import { checklists, checklistWords } from '#site/content/checklists.ts';
import { contact } from '#site/content/contact.ts';
import { pageLabels, type ServicePage, serviceTitles } from '#site/content/services/page-content.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import { Entries, PropertyList } from '#site/sections/entries.tsx';
import { NextSteps } from '#site/sections/next-steps.tsx';
import { PersonFigure } from '#site/sections/person-figure.tsx';
import { Section } from '#site/sections/section.tsx';
import { FurtherPages } from '#site/sections/services/further-pages.tsx';
import { partnerOf } from '../leader-figures.ts';
import { seedOf } from '../page-seed.ts';

/** A post on the subject of the service. */
export type Note = { href: string; title: string; text: string };

export type ServiceProps = { loaderData: readonly Note[] };

type ServiceDocumentProps = {
  page: ServicePage;
  notes: readonly Note[];
  /** Between the banner and the service in brief. */
  first?: ReactNode;
  children: ReactNode;
};

/**
 * What all nine service pages share: banner, the service in brief, and at the end questions, the steps of a matter, further
 * pages and a call.
 */
export function ServiceDocument({ page, notes, first, children }: ServiceDocumentProps) {
  const { whatItIs, whoNeedsIt, whatWeDo, whatYouReceive, howLong } = page.brief;
  const partner = partnerOf(page.partner);
  return (
    <>
      <Banner
        title={page.title}
        lead={page.lead}
        crumbs={crumbsOf(trailTo(page.shortTitle, page.path))}
        seed={seedOf(page.path)}
        actions={page.callsToAction}
      />
      {first}
      <section className="wrap grid-12 service-brief" aria-label={page.title}>
        <PropertyList
          properties={[
            { label: pageLabels.whatItIs, text: whatItIs },
            { label: pageLabels.whoNeedsIt, text: whoNeedsIt },
            { label: pageLabels.whatWeDo, text: whatWeDo },
            { label: pageLabels.whatYouReceive, text: whatYouReceive },
            { label: pageLabels.howLong, text: howLong },
          ]}
        />
        <PersonFigure
          {...partner}
          note={
            <span className="service-brief__law soft">
              {pageLabels.lawAsOf} <time dateTime={page.lawAsOf}>{formatLongDate(page.lawAsOf)}</time>
            </span>
          }
        />
      </section>
      {children}
      <Section heading={pageLabels.askedQuestions} layout="beside" ground="stone">
        <Entries
          layout="grid"
          entries={page.questions.map(({ question, answer }) => ({ title: question, text: answer }))}
        />
      </Section>
      <NextSteps {...contact.nextSteps} />
      <FurtherPages
        lists={[
          { id: 'notes', heading: pageLabels.notes, links: [...notes, ...checklistsOf(page)] },
          {
            id: 'related',
            heading: pageLabels.related,
            links: page.related.map(({ path, reason }) => ({ href: path, title: serviceTitles[path], text: reason })),
          },
        ]}
      />
      <ClosingBand {...page.closing} person={partner} />
    </>
  );
}

function checklistsOf({ path }: ServicePage): Note[] {
  return checklists
    .filter(({ services }) => services.includes(path))
    .map((checklist) => ({ href: checklist.path, title: checklist.title, text: checklistWords.note }));
}
