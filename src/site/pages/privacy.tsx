import { type KeptEntry, type PrivacyFacts, privacyWords, privacyPage } from '#site/content/privacy.ts';
import { pageLabels } from '#site/content/services/page-content.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { GuidedParts, type GuidedPart } from '#site/sections/guided-parts.tsx';
import { privacyFactsOf } from './privacy-facts.ts';
import type { Route } from './+types/privacy';

type Part = GuidedPart & { id: string };

const trail = trailTo(privacyWords.heading, '/privacy');

export const meta = staticMeta(privacyWords, trail);

export function loader({ context }: Route.LoaderArgs): PrivacyFacts {
  return privacyFactsOf(context.get(serverGateway).config);
}

export default function PrivacyPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { heading, lead, principles, kept, inBrowser, others, rights, closing } = privacyPage(loaderData);
  const parts: Part[] = [
    { ...principles, id: 'principles', content: <Entries layout="grid" columns={3} entries={principles.terms} /> },
    { ...kept, id: 'kept', content: <Periods entries={kept.entries} label={kept.periodLabel} /> },
    { ...inBrowser, id: 'in-browser', content: <Periods entries={inBrowser.entries} label={kept.periodLabel} /> },
    { ...others, id: 'others', content: <Entries layout="grid" entries={others.terms} /> },
    { ...rights, id: 'rights', content: <Paragraphs paragraphs={rights.paragraphs} /> },
  ];
  return (
    <>
      <Banner title={heading} lead={lead} crumbs={crumbsOf(trail)} />
      <GuidedParts
        contents={{ title: pageLabels.contents, links: parts.map((part) => ({ id: part.id, title: part.heading })) }}
        parts={parts}
      />
      <ClosingBand {...closing} />
    </>
  );
}

function Paragraphs({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className="privacy-rights stack">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function Periods({ entries, label }: { entries: readonly KeptEntry[]; label: string }) {
  const rows = entries.map(({ period, ...entry }) => ({ ...entry, output: period }));
  return <Entries layout="rows" look="periods" entries={rows} words={{ output: label }} />;
}
