import { useDeferredValue, useEffect, useState } from 'react';
import type { RenderedBody } from '#contract/post-body/render-body.ts';
import { blogPost } from '../../../../content/blog.ts';

type Renderer = (content: string, words: { table: string }) => RenderedBody;

/** The content as the public page would show it, a moment behind the typing; null until the sanitiser is here. */
export function useRenderedBody(content: string): { body: RenderedBody | null; hasFailed: boolean } {
  const [render, setRender] = useState<Renderer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const shown = useDeferredValue(content);
  useEffect(() => {
    let isHere = true;
    import('#contract/post-body/render-body.ts').then(
      ({ renderBody }) => isHere && setRender(() => renderBody),
      () => isHere && setFailed(true),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return { body: render && render(shown, { table: blogPost.table }), hasFailed };
}
