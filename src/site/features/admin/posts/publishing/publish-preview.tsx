import { formatLongDate } from '#contract/date.ts';
import { excerptOf } from '#contract/excerpt.ts';
import { publishing } from '#site/content/publishing.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { PostCard } from '#site/sections/post-card.tsx';
import type { PostValues } from '../post-values.ts';
import { ArticlePreview, previewedPost } from '../preview/article-preview.tsx';
import { PreviewFrame } from '../preview/preview-frame.tsx';

type PublishPreviewProps = { values: PostValues; slug: string; category: PostCategory | null };

/** The card of the blog, and the page, by the components of the public site. */
export function PublishPreview({ values, slug, category }: PublishPreviewProps) {
  const post = previewedPost({ values, slug, category, now: new Date() });
  return (
    <div className="publish-preview">
      <figure>
        <figcaption>{publishing.card}</figcaption>
        <PreviewFrame title={publishing.card}>
          <main aria-label={publishing.card} className="publish-preview__card">
            <PostCard
              headingLevel={2}
              post={{
                ...post,
                date: { iso: post.date.iso, text: formatLongDate(post.date.iso) },
                href: `/blog/${slug}`,
                excerpt: excerptOf(values),
              }}
            />
          </main>
        </PreviewFrame>
      </figure>
      <figure>
        <figcaption>{publishing.page}</figcaption>
        <ArticlePreview title={publishing.page} values={values} slug={slug} category={category} />
      </figure>
    </div>
  );
}
