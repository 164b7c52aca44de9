import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import { data } from 'react-router';
import { HOME_CAROUSEL_POSTS } from '#contract/limits.ts';
import { firm } from '#site/content/firm.ts';
import { home } from '#site/content/home.ts';
import { frameWords } from '#site/content/navigation.ts';
import { LatestPosts } from '#site/features/blog/latest-posts.tsx';
import { Testimonials } from '#site/features/testimonials/testimonials.tsx';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { listPublishedPosts } from '#site/gateway/posts.ts';
import { listTestimonials } from '#site/gateway/testimonials.ts';
import { organization, webSite } from '#site/head/json-ld.ts';
import { pageMeta, siteUrlOf } from '#site/head/page-meta.ts';
import { QUERY_KEYS, createQueryClient } from '#site/query-client.ts';
import { AboutTeaser } from '#site/sections/about-teaser.tsx';
import { ClosingCall } from '#site/sections/closing-call.tsx';
import { Hero } from '#site/sections/hero.tsx';
import { OfficesRow } from '#site/sections/offices-row.tsx';
import { ServiceIndex } from '#site/sections/service-index.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { LinkLandingWhenNeeded } from './link-landing-when-needed.tsx';
import type { Route } from './+types/home';

/** Both lists are in the HTML. If one fails, the page shows its error with status 503, and the browser fetches it again. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(serverGateway);
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({
      queryKey: QUERY_KEYS.homePosts,
      queryFn: () => listPublishedPosts(client, HOME_CAROUSEL_POSTS),
    }),
    queries.prefetchQuery({ queryKey: QUERY_KEYS.testimonials, queryFn: () => listTestimonials(client) }),
  ]);
  const hasFailed = (queryKey: readonly string[]): boolean => {
    const error = queries.getQueryState(queryKey)?.error;
    if (error) console.error(error);
    return Boolean(error);
  };
  const failed = { posts: hasFailed(QUERY_KEYS.homePosts), testimonials: hasFailed(QUERY_KEYS.testimonials) };
  const status = failed.posts || failed.testimonials ? 503 : 200;
  return data({ queries: dehydrate(queries), failed }, { status });
}

/** On client-side navigation the browser fetches the data itself. */
export function clientLoader() {
  return { queries: undefined, failed: { posts: false, testimonials: false } };
}

export function meta({ matches }: Route.MetaArgs) {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    title: home.metaTitle,
    description: home.metaDescription,
    path: '/',
    siteUrl,
    jsonLd: [...organization(siteUrl), webSite(siteUrl)],
  });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { queries, failed } = loaderData;
  const { hero, about, services, whyChoose, closing } = home;
  const { by, text } = whyChoose.statement;
  return (
    <HydrationBoundary state={queries}>
      <LinkLandingWhenNeeded />
      <Hero
        title={hero.heading}
        lead={hero.lead}
        actions={hero.actions}
        mapNote={hero.map.note}
        places={hero.map.places.map(({ id, ...place }) => ({ city: id, ...place }))}
      />
      <OfficesRow
        label={frameWords.offices}
        offices={firm.cities.map(({ name, coordinatesLabel }) => ({ city: name, note: coordinatesLabel }))}
      />
      <AboutTeaser {...about} plateAlt={about.plateDescription} />
      <ServiceIndex
        heading={services.heading}
        intro={services.intro}
        entries={services.cards.map(({ label, summary, authority, href }) => ({
          title: label,
          text: summary,
          before: authority,
          href,
        }))}
      />
      <LatestPosts hasFailed={failed.posts} />
      <Testimonials hasFailed={failed.testimonials} />
      <WhyPoints
        heading={whyChoose.heading}
        points={whyChoose.points}
        person={{ name: by.name, designation: by.designation, quote: text }}
      />
      <ClosingCall {...closing} />
    </HydrationBoundary>
  );
}
