import { crumbWords } from '#site/content/crumbs.ts';
import { type KeptEntry, type PrivacyFacts, privacyMeta, privacyPage } from '#site/content/privacy.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import { Entries } from '#site/sections/entries.tsx';
import { Section } from '#site/sections/section.tsx';
import type { Route } from './+types/privacy';

const trail = trailTo(privacyMeta.heading, '/privacy');

export const meta = staticMeta(privacyMeta, trail);

/** The periods and services are those of the settings in force. */
export function loader({ context }: Route.LoaderArgs): PrivacyFacts {
  const { supabaseUrl, emailjs, activityDays, backupDays } = context.get(serverGateway).config;
  return { activityDays, backupDays, isHosted: supabaseUrl !== '', hasHostedMail: emailjs.origin !== '' };
}

export default function PrivacyPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { heading, lead, principles, kept, inBrowser, others, rights, closing } = privacyPage(loaderData);
  return (
    <>
      <Banner title={heading} lead={lead} crumbs={crumbsOf(trail)} crumbsLabel={crumbWords.label} />
      <Section heading={principles.heading}>
        <Entries layout="grid" columns={3} entries={principles.terms} />
      </Section>
      <Section heading={kept.heading} intro={kept.intro} ground="stone">
        <Periods entries={kept.entries} label={kept.periodLabel} />
      </Section>
      <Section heading={inBrowser.heading} intro={inBrowser.intro}>
        <Periods entries={inBrowser.entries} label={kept.periodLabel} />
      </Section>
      <Section heading={others.heading} layout="beside" ground="stone">
        <Entries layout="grid" entries={others.terms} />
      </Section>
      <Section heading={rights.heading} layout="beside">
        <div className="privacy-rights stack">
          {rights.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Section>
      <ClosingBand {...closing} />
    </>
  );
}

/** What is kept, why, and for how long. */
function Periods({ entries, label }: { entries: readonly KeptEntry[]; label: string }) {
  const rows = entries.map(({ period, ...entry }) => ({ ...entry, output: period }));
  return <Entries layout="rows" look="periods" entries={rows} words={{ output: label }} />;
}
