import type { MouseEvent } from 'react';
import { measureBody } from '#contract/post-body/measure-body.ts';
import { formatLongDate } from '#contract/date.ts';
import { blogPost } from '#site/content/blog.ts';
import { editor } from '#site/content/editor.ts';
import { firm } from '#site/content/firm.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { ArticleBody } from '#site/sections/article-body.tsx';
import { ArticleHead } from '#site/sections/article-head.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { fromLocalInput } from '../local-time.ts';
import { type PostValues, isImageAddress } from '../post-values.ts';
import { useNow } from '../use-now.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { useRenderedBody } from './use-rendered-body.ts';

type LivePreviewProps = { values: PostValues; slug: string; category: PostCategory | null };

/** The post as readers will see it, by the components and the sanitiser of the public page. */
export function LivePreview({ values, slug, category }: LivePreviewProps) {
  const { body, hasFailed } = useRenderedBody(values.content);
  const words = editor.preview;
  const now = useNow();
  const iso = fromLocalInput(values.published_at) ?? now.toISOString();
  const image = values.featured_image_url.trim();
  return (
    <section className="post-form__part live-preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">{words.heading}</h2>
      <p className="soft live-preview__hint">{words.hint}</p>
      {hasFailed && <p role="status">{words.failed}</p>}
      {!body && !hasFailed && <Spinner label={words.loading} />}
      {body && (
        <PreviewFrame title={words.heading}>
          <main aria-label={words.heading} onClickCapture={preventNavigation}>
            <ArticleHead
              back={blogPost.back}
              post={{
                slug,
                title: values.title.trim() || words.title,
                date: { iso, text: formatLongDate(iso) },
                featured_image_url: isImageAddress(image) ? image : null,
                category_slug: category?.slug ?? null,
                ...(category && { category: category.name }),
                ...(values.excerpt.trim() && { lead: values.excerpt.trim() }),
              }}
              readingTime={`${measureBody(values.content).minutes} ${blogPost.readingTimeUnit}`}
            />
            <ArticleBody
              html={body.html}
              contents={body.contents}
              contentsTitle={blogPost.contents}
              fine={firm.adviceNote}
            />
          </main>
        </PreviewFrame>
      )}
    </section>
  );
}

/** A link in the preview must not leave the form. */
function preventNavigation(event: MouseEvent): void {
  // The target belongs to the frame, so instanceof does not work.
  if (!(event.target as Element).closest('a')) return;
  event.preventDefault();
  event.stopPropagation();
}
