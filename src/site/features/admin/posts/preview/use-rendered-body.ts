import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { RenderedBody } from '#contract/post-body/render-body.ts';
import { blogPost } from '#site/content/blog.ts';
import { trustBody } from './trusted-html.ts';

/** A body whose HTML Trusted Types accept. */
export type TrustedBody = Omit<RenderedBody, 'html'> & { html: string | TrustedHTML };

type Renderer = (content: string, words: { table: string }) => RenderedBody;

/** The content as the public page renders it, deferred while typing; null until the sanitiser is loaded. */
export function useRenderedBody(content: string): { body: TrustedBody | null; hasFailed: boolean } {
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
  const body = useMemo(() => {
    const rendered = render?.(shown, { table: blogPost.table });
    return rendered ? { ...rendered, html: trustBody(rendered) } : null;
  }, [render, shown]);
  return { body, hasFailed };
}
