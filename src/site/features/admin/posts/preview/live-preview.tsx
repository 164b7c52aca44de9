import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { formatLongDate } from '#contract/date.ts';
import { measureBody } from '#contract/post-body/measure-body.ts';
import { blogPost } from '#site/content/blog.ts';
import { editor } from '#site/content/editor.ts';
import { firm } from '#site/content/firm.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { byLineOf } from '#site/content/by-line.ts';
import { ArticleBody } from '#site/sections/article-body.tsx';
import { ArticleHead, type ArticleHeadProps } from '#site/sections/article-head.tsx';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Spinner } from '#site/ui/spinner.tsx';
import { trustedTypes } from '#site/ui/trusted-types.ts';
import { useAdminQuery } from '../../queries.ts';
import { fromLocalInput, useNow } from '../local-time.ts';
import { isImageAddress, type PostValues } from '../post-values.ts';

/** A post as its form has it. */
export type Previewed = { values: PostValues; slug: string; category: PostCategory | null };

/** The post as readers will see it, while it is written: shows the block that is edited. */
export function LivePreview(props: Previewed) {
  const words = editor.preview;
  const box = useRef<HTMLElement>(null);
  useFollowCaret(box);
  return (
    <section ref={box} className="live-preview stack" aria-labelledby="preview-heading">
      <h2 id="preview-heading" className="sr-only">
        {words.heading}
      </h2>
      <ArticlePreview title={words.heading} {...props} />
      <p className="small soft">{words.hint}</p>
    </section>
  );
}

/**
 * A document of its own, so that breakpoints follow its width and the dashboard's layout does not apply. It gets copies
 * of the page's style sheets. The sandbox runs no scripts.
 */
export function PreviewFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // React would convert it to a string, which Trusted Types reject.
    if (frame.current) (frame.current as { srcdoc: string | TrustedHTML }).srcdoc = EMPTY_PAGE;
  }, []);
  const fillFrame = (): void => {
    const page = frame.current?.contentDocument;
    // Some browsers fire load for the initial blank page too.
    if (page?.URL !== 'about:srcdoc') return;
    for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
      page.head.append(sheet.cloneNode(true));
    setBody(page.body);
  };
  return (
    <iframe sandbox="allow-same-origin" ref={frame} className="preview-frame framed" title={title} onLoad={fillFrame}>
      {body && createPortal(children, body)}
    </iframe>
  );
}

/** How far below the top of the preview the edited block is shown, as a part of its height. */
const SHOWN_AT = 0.3;

/** The preview is rendered a moment after the text has changed. */
const PAUSE_MS = 150;
const ATTEMPTS = 20;

/** Scrolls the preview in `box` to the block with the caret, when the caret enters another block. */
function useFollowCaret(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: number | undefined;
    let timer = 0;
    const follow = (attempts: number): void => {
      const block = blockWithCaret();
      if (block === undefined || block === last) return;
      const view = box.current?.querySelector('iframe')?.contentWindow;
      if (view && scrollTo(view, block)) last = block;
      // The preview is still loading.
      else if (attempts > 1) soon(attempts - 1);
    };
    const soon = (attempts: number): void => {
      clearTimeout(timer);
      timer = window.setTimeout(() => follow(attempts), PAUSE_MS);
    };
    const onChange = (): void => soon(ATTEMPTS);
    document.addEventListener('selectionchange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [box]);
}

/** The number of the block with the caret, from 1; undefined where the caret is not in the text. */
function blockWithCaret(): number | undefined {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement && focused.id === 'post-content') {
    return countBlocksInHtml(focused.value, focused.selectionEnd);
  }
  const node = document.getSelection()?.focusNode;
  const isText = focused instanceof HTMLElement && focused.isContentEditable && node && focused.contains(node);
  return isText ? countBlocksBefore(focused, node) : undefined;
}

/** Returns whether the preview has the text. */
function scrollTo(view: Window, number: number): boolean {
  const prose = view.document.querySelector('.prose');
  if (!prose) return false;
  const blocks = blocksIn(prose);
  const { top } = (blocks[number - 1] ?? blocks.at(-1) ?? prose).getBoundingClientRect();
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({ top: top - view.innerHeight * SHOWN_AT, behavior: isCalm ? 'instant' : 'smooth' });
  return true;
}

/** The content as the public page renders it, deferred while typing; null until the sanitiser is loaded. */
function useRenderedBody(content: string) {
  const { data: renderBody, isError } = useAdminQuery(
    QUERY_KEYS.adminSanitiser,
    async () => (await import('#contract/post-body/render-body.ts')).renderBody,
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const shown = useDeferredValue(content);
  const body = useMemo(() => {
    const rendered = renderBody?.(shown, { table: blogPost.table, footnotes: blogPost.footnotes });
    return rendered ? { ...rendered, html: trust(rendered.html) } : null;
  }, [renderBody, shown]);
  return { body, hasFailed: isError };
}

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
        <ArticleBody body={body} words={blogPost} fine={firm.adviceNote} />
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
    byLine: byLineOf(values),
  };
}

/** A link in the preview must not leave the form. */
function preventNavigation(event: MouseEvent): void {
  // The target belongs to the frame, so instanceof does not work.
  if (!(event.target as Element).closest('a')) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Private to this file: it only passes HTML that is written here or comes from the sanitiser. */
const policy = trustedTypes?.createPolicy('post-preview', { createHTML: (html) => html });
const trust = (html: string): string | TrustedHTML => policy?.createHTML(html) ?? html;

const EMPTY_PAGE = trust('<!doctype html><html lang="en-IN"><head><base target="_blank"></head><body></body></html>');

/** The parts of a text that a preview can scroll to. */
const BLOCKS = 'p, h2, h3, h4, li, dt, dd, tr, pre, hr, figure, img, blockquote';
/** An editor has paragraphs in items and cells where the page may have none. */
const INNER = 'li p, dd p, td p, th p, blockquote p';

/** The blocks of a rendered text, in order. */
function blocksIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll(BLOCKS)].filter((block) => !block.matches(INNER));
}

/** How many blocks begin before the node, in a visual editor. */
function countBlocksBefore(root: ParentNode, node: Node): number {
  return blocksIn(root).filter((block) => {
    const position = block.compareDocumentPosition(node);
    return block === node || (position & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) > 0;
  }).length;
}

const OPENING = /<(?:p|h[1-4]|li|dt|dd|tr|pre|hr|figure|img|blockquote)[\s/>]/gi;
const INSIDE = /<(\/?)(li|dd|td|th|blockquote)[\s>]|<p[\s>]/gi;

/** How many blocks begin before the caret, in HTML. */
export function countBlocksInHtml(html: string, caret: number): number {
  const before = html.slice(0, caret);
  const opened = before.match(OPENING)?.length ?? 0;
  let depth = 0;
  let inner = 0;
  for (const [, slash, name] of before.matchAll(INSIDE)) {
    if (!name) inner += depth > 0 ? 1 : 0;
    else depth = Math.max(0, depth + (slash ? -1 : 1));
  }
  return opened - inner;
}
