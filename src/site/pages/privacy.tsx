import { crumbWords } from '#site/content/crumbs.ts';
import { type PrivacyFacts, privacyMeta, privacyPage } from '#site/content/privacy.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { staticMeta } from '#site/head/static-meta.ts';
import { crumbsOf, trailTo } from '#site/head/trail.ts';
import { Banner } from '#site/sections/banner.tsx';
import { ClosingCall } from '#site/sections/closing-call.tsx';
import { DefinitionGrid } from '#site/sections/definition-grid.tsx';
import { PeriodList } from '#site/sections/period-list.tsx';
import { Section } from '#site/sections/section.tsx';
import type { Route } from './+types/privacy';
import { seedOf } from './page-seed.ts';

const trail = trailTo(privacyMeta.heading, '/privacy');

export const meta = staticMeta(privacyMeta, trail);

/** The periods and services are those of the settings in force. */
export function loader({ context }: Route.LoaderArgs): PrivacyFacts {
  const { supabaseUrl, emailjs, activityDays } = context.get(serverGateway).config;
  return { activityDays, isHosted: supabaseUrl !== '', hasHostedMail: emailjs.origin !== '' };
}

export default function PrivacyPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { heading, lead, principles, kept, inBrowser, others, rights, closing } = privacyPage(loaderData);
  return (
    <>
      <Banner
        title={heading}
        lead={lead}
        crumbs={crumbsOf(trail)}
        crumbsLabel={crumbWords.label}
        seed={seedOf('/privacy')}
      />
      <Section heading={principles.heading}>
        <DefinitionGrid entries={principles.terms} columns={3} />
      </Section>
      <Section heading={kept.heading} intro={kept.intro} ground="stone">
        <PeriodList entries={kept.entries} periodLabel={kept.periodLabel} />
      </Section>
      <Section heading={inBrowser.heading} intro={inBrowser.intro}>
        <PeriodList entries={inBrowser.entries} periodLabel={kept.periodLabel} />
      </Section>
      <Section heading={others.heading} layout="beside" ground="stone">
        <DefinitionGrid entries={others.terms} />
      </Section>
      <Section heading={rights.heading} layout="beside">
        <div className="privacy-rights">
          {rights.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Section>
      <ClosingCall {...closing} />
    </>
  );
}
