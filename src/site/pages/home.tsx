import { data } from 'react-router';
import { HOME_CAROUSEL_POSTS } from '#contract/limits.ts';
import { readLocalTimes } from '#site/clock.server.ts';
import { coordinatesLabel } from '#site/content/coordinates.ts';
import { firm } from '#site/content/firm.ts';
import { home } from '#site/content/home.ts';
import { frameWords } from '#site/content/navigation.ts';
import { cardPost } from '#site/features/blog/card-post.ts';
import { LatestPosts } from '#site/features/blog/latest-posts.tsx';
import { LiveLatestPosts } from '#site/features/blog/live-latest-posts.tsx';
import { LiveTestimonials } from '#site/features/testimonials/live-testimonials.tsx';
import { Testimonials } from '#site/features/testimonials/testimonials.tsx';
import { pageTime, serverGateway } from '#site/gateway/load-context.server.ts';
import { listPublishedPosts } from '#site/gateway/posts.ts';
import { listItems } from '#site/gateway/items.ts';
import { organization, webSite } from '#site/head/json-ld.ts';
import { pageMeta, siteUrlOf } from '#site/head/page-meta.ts';
import { Island } from '#site/islands/island.tsx';
import { PageConfig } from '#site/islands/page-config.tsx';
import { AboutTeaser } from '#site/sections/firm-story.tsx';
import { ClosingCall } from '#site/sections/closing-call.tsx';
import { Hero } from '#site/sections/home/hero.tsx';
import { OfficesRow } from '#site/sections/home/offices-row.tsx';
import { ServiceIndex } from '#site/sections/home/service-index.tsx';
import { quotationOf } from '#site/sections/testimonials.tsx';
import { WhyPoints } from '#site/sections/why-points.tsx';
import { partnerOf } from './leader-figures.ts';
import { orNull } from './await-data.ts';
import type { Route } from './+types/home';

/** Both lists are in the HTML. If one fails, the page shows its error with status 503, and the browser fetches it again. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(serverGateway);
  const [posts, testimonials] = await Promise.all([
    orNull(listPublishedPosts(client, HOME_CAROUSEL_POSTS)),
    orNull(listItems(client, 'testimonials')),
  ]);
  const cards = posts && posts.map((post) => cardPost(post, { withExcerpt: false }));
  const voices = testimonials && testimonials.map(quotationOf);
  const times = readLocalTimes(context.get(pageTime));
  return data({ posts: cards, testimonials: voices, times }, { status: posts && testimonials ? 200 : 503 });
}

export function meta({ matches }: Route.MetaArgs) {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    title: home.metaTitle,
    description: home.metaDescription,
    path: '/',
    siteUrl,
    jsonLd: [organization(siteUrl)[0], webSite(siteUrl)],
  });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { posts, testimonials, times } = loaderData;
  const { hero, about, services, whyChoose, closing } = home;
  return (
    <>
      <PageConfig />
      <Hero
        title={hero.heading}
        lead={hero.lead}
        actions={hero.actions}
        mapNote={hero.map.note}
        mapHint={hero.map.hint}
        places={hero.map.places.map(({ id, ...place }) => ({ city: id, ...place }))}
      />
      <OfficesRow
        label={frameWords.offices}
        offices={firm.cities.map(({ name, coordinates }) => ({ city: name, note: coordinatesLabel(coordinates) }))}
        clock={{ label: frameWords.localTime, times }}
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
      {posts ? (
        <Island name="latest-posts" component={LatestPosts} props={{ ...home.posts, posts }} when="visible" />
      ) : (
        <Island name="live-latest-posts" component={LiveLatestPosts} props={home.posts} when="visible" />
      )}
      {testimonials ? (
        <Island
          name="testimonials"
          component={Testimonials}
          props={{ ...home.testimonials, testimonials }}
          when="visible"
        />
      ) : (
        <Island name="live-testimonials" component={LiveTestimonials} props={home.testimonials} when="visible" />
      )}
      <WhyPoints
        isContinued
        heading={whyChoose.heading}
        points={whyChoose.points}
        statement={{ person: partnerOf('managing'), text: whyChoose.statement }}
      />
      <ClosingCall {...closing} />
    </>
  );
}
