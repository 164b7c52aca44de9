import { data, redirect } from 'react-router';
import { formatLongDate, postDate } from '#contract/date.ts';
import { blogPost, categoryPath } from '#site/content/blog.ts';
import { checklists, checklistWords } from '#site/content/checklists.ts';
import { firm } from '#site/content/firm.ts';
import { serviceOnCategory } from '#site/content/services/service-pages.ts';
import { byLineOf } from '#site/content/by-line.ts';
import { cardPost } from '#site/features/blog/card-post.ts';
import { loadPost } from '#site/features/blog/load-post.server.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { findNewSlug, type PostSummary } from '#site/gateway/posts.ts';
import { absolute, siteUrlOf, unlistedMeta } from '#site/head/page-meta.ts';
import { postMeta } from '#site/head/post-meta.ts';
import { rssLink } from '#site/head/rss-link.ts';
import { ArticleBody } from '#site/sections/article-body.tsx';
import { ArticleFoot, Neighbours, ReadNext } from '#site/sections/post/post-end.tsx';
import { ArticleHead } from '#site/sections/article-head.tsx';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import { EmptyState } from '#site/sections/empty-state.tsx';
import { LayOutParsed } from '#site/ui/lay-out-parsed.tsx';
import type { Route } from './+types/post';

export const links = rssLink;

const pathOf = (slug: string) => `/blog/${slug}`;

/** A former address of a public post redirects to its current one. Data that cannot be read is 503, with the page of a missing post. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { client, config } = context.get(serverGateway);
  const toAbsolute = (address: string) => absolute(address, config.siteUrl);
  try {
    const loaded = await loadPost(client, params.slug, toAbsolute);
    if (loaded) return { ...loaded, url: toAbsolute(pathOf(params.slug)) };
    const newSlug = await findNewSlug(client, params.slug);
    return newSlug ? redirect(pathOf(newSlug), 301) : data(null, { status: 404 });
  } catch (error) {
    console.error(error);
    return data(null, { status: 503 });
  }
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  const place = { path: pathOf(params.slug), siteUrl: siteUrlOf(matches) };
  if (loaderData) return postMeta(loaderData.post, place);
  const { heading, text } = blogPost.notFound;
  return unlistedMeta({ title: heading, description: text, ...place });
}

export default function PostPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) {
    const { heading, text } = blogPost.notFound;
    return (
      <div className="wrap">
        <EmptyState title={heading} text={text} headingLevel={1} back={blogPost.back} />
      </div>
    );
  }
  const { post, body, older, newer, related, url } = loaderData;
  const category = post.categories;
  const service = category && serviceOnCategory(category.slug);
  return (
    <article>
      <ArticleHead
        back={blogPost.back}
        post={{
          ...cardPost(post, { withExcerpt: false }),
          ...(post.excerpt && { lead: post.excerpt }),
          byLine: byLineOf(post),
        }}
        readingTime={`${post.reading_minutes} ${blogPost.readingTimeUnit}`}
      />
      <LayOutParsed />
      <ArticleBody body={body} words={blogPost} fine={firm.adviceNote} />
      <LayOutParsed />
      <ArticleFoot
        lines={[
          ...(category
            ? [{ label: blogPost.filedUnder, link: { label: category.name, href: categoryPath(category.slug) } }]
            : []),
          ...checklists
            .filter((checklist) => checklist.post === post.slug)
            .map(({ title, path }) => ({ label: checklistWords.note, link: { label: title, href: path } })),
          ...(service ? [{ label: blogPost.service, link: { label: service.title, href: service.path } }] : []),
        ]}
        share={{ title: post.title, url, words: blogPost.share }}
      />
      <Neighbours previous={older && linkTo(older)} next={newer && linkTo(newer)} words={blogPost.neighbours} />
      {related.length > 0 && (
        <ReadNext
          heading={blogPost.readNext}
          entries={related.map((one) => ({
            ...linkTo(one),
            after: formatLongDate(postDate(one)),
            ...(one.categories && { before: one.categories.name }),
          }))}
        />
      )}
      <ClosingBand {...blogPost.closing} />
    </article>
  );
}

function linkTo({ slug, title }: PostSummary) {
  return { href: pathOf(slug), title };
}
