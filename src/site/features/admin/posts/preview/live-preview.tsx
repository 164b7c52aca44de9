import { useRef } from 'react';
import { editor } from '#site/content/editor.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import type { PostValues } from '../post-values.ts';
import { ArticlePreview } from './article-preview.tsx';
import { useFollowCaret } from './use-follow-caret.ts';

type LivePreviewProps = { values: PostValues; slug: string; category: PostCategory | null };

/** The post as readers will see it, while it is written: shows the block that is edited. */
export function LivePreview(props: LivePreviewProps) {
  const words = editor.preview;
  const box = useRef<HTMLElement>(null);
  useFollowCaret(box);
  return (
    <section ref={box} className="live-preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading" className="sr-only">
        {words.heading}
      </h2>
      <ArticlePreview title={words.heading} {...props} />
      <p className="soft live-preview__hint">{words.hint}</p>
    </section>
  );
}
