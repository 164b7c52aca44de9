import type { MouseEvent } from 'react';
import { formatLongDate } from '#contract/date.ts';
import { measureBody } from '#contract/post-body/measure-body.ts';
import { blogPost } from '#site/content/blog.ts';
import { editor } from '#site/content/editor.ts';
import { firm } from '#site/content/firm.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { ArticleBody } from '#site/sections/article-body.tsx';
import { ArticleHead, type ArticleHeadProps } from '#site/sections/article-head.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { fromLocalInput, useNow } from '../local-time.ts';
import { isImageAddress, type PostValues } from '../post-values.ts';
import { PreviewFrame, useRenderedBody } from './live-preview.tsx';

type Previewed = { values: PostValues; slug: string; category: PostCategory | null };

/** The page of the post as readers will see it, by the components and the sanitiser of the public page. */
export function ArticlePreview({ title, ...previewed }: Previewed & { title: string }) {
  const { values } = previewed;
  const { body, hasFailed } = useRenderedBody(values.content);
  const now = useNow();
  const words = editor.preview;
  if (hasFailed) return <p role="status">{words.failed}</p>;
  if (!body) return <Spinner label={words.loading} />;
  return (
    <PreviewFrame title={title}>
      <main aria-label={title} onClickCapture={preventNavigation}>
        <ArticleHead
          back={blogPost.back}
          post={previewedPost({ ...previewed, now })}
          readingTime={`${measureBody(values.content).minutes} ${blogPost.readingTimeUnit}`}
        />
        <ArticleBody
          html={body.html}
          contents={body.contents}
          contentsTitle={blogPost.contents}
          hasDropCap={body.hasDropCap}
          fine={firm.adviceNote}
        />
      </main>
    </PreviewFrame>
  );
}

/** What the head of the page shows of the form. */
export function previewedPost({ values, slug, category, now }: Previewed & { now: Date }): ArticleHeadProps['post'] {
  const iso = fromLocalInput(values.published_at) ?? now.toISOString();
  const image = values.featured_image_url.trim();
  return {
    slug,
    title: values.title.trim() || editor.preview.title,
    date: { iso, text: formatLongDate(iso) },
    featured_image_url: isImageAddress(image) ? image : null,
    category_slug: category?.slug ?? null,
    ...(category && { category: category.name }),
    ...(values.excerpt.trim() && { lead: values.excerpt.trim() }),
  };
}

/** A link in the preview must not leave the form. */
function preventNavigation(event: MouseEvent): void {
  // The target belongs to the frame, so instanceof does not work.
  if (!(event.target as Element).closest('a')) return;
  event.preventDefault();
  event.stopPropagation();
}
