import { data, redirect } from 'react-router';
import { formatLongDate } from '#contract/date.ts';
import { blogPost } from '#site/content/blog.ts';
import { byLineOf } from '#site/content/by-line.ts';
import { firm } from '#site/content/firm.ts';
import { previewLink } from '#site/content/preview-link.ts';
import { cardPost } from '#site/features/blog/card-post.ts';
import { loadPreview } from '#site/features/blog/load-post.server.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { absolute, siteUrlOf, unlistedMeta } from '#site/head/page-meta.ts';
import { ArticleBody } from '#site/sections/article-body.tsx';
import { ArticleHead } from '#site/sections/article-head.tsx';
import { EmptyState } from '#site/sections/empty-state.tsx';
import { Notice } from '#site/ui/notice.tsx';
import type { Route } from './+types/preview';

const words = previewLink.page;

/** The address is a secret: no file or page that this one loads is told it. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

/** A draft for the people who have its link. When it is published, the link leads to the post. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client, config } = context.get(serverGateway);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    const preview = await loadPreview(client, token, (address) => absolute(address, config.siteUrl));
    if (!preview) return data({ preview, problem: words.ended }, { status: 404 });
    return preview.address === null ? { preview, problem: null } : redirect(`/blog/${preview.address}`);
  } catch (error) {
    console.error(error);
    return data({ preview: null, problem: words.unavailable }, { status: 503 });
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = loaderData?.preview ? words.metaTitle(loaderData.preview.post.title) : words.ended.heading;
  // The path of a page that may be shared: the own address is a secret.
  return unlistedMeta({ title, description: words.metaDescription, path: '/blog', siteUrl: siteUrlOf(matches) });
}

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
  const { preview, problem } = loaderData;
  if (!preview) {
    return (
      <div className="wrap">
        <EmptyState title={problem.heading} text={problem.text} headingLevel={1} back={words.back} />
      </div>
    );
  }
  const { post, body, minutes, is_pending: isPending, expires_at: ends } = preview;
  const say = isPending ? words.pending : words.draft;
  return (
    <article>
      <div className="wrap">
        <Notice role="status" text={say(formatLongDate(ends))} />
      </div>
      <ArticleHead
        back={blogPost.back}
        post={{
          ...cardPost({ ...post, id: '', card_excerpt: '', reading_minutes: minutes }, { withExcerpt: false }),
          ...(post.excerpt && { lead: post.excerpt }),
          byLine: byLineOf(post),
        }}
        readingTime={`${minutes} ${blogPost.readingTimeUnit}`}
      />
      <ArticleBody body={body} words={blogPost} fine={firm.adviceNote} />
    </article>
  );
}
