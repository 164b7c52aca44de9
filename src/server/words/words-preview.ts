import { AsyncLocalStorage } from 'node:async_hooks';
import { formatLongDate } from '#contract/date.ts';
import { readWords } from '#contract/words/stored-words.ts';
import { setWordsInstead } from '#site/content/current-words.ts';
import { previewLink } from '#site/content/preview-link.ts';
import { PREVIEW } from '#site/content/shown-preview.ts';
import { PUBLIC_WORDS } from '#site/content/word-pages.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { readWordsPreview } from '#site/gateway/post-previews.ts';

const PATH = '/preview';

/** The words of the page that is being rendered, where they are those of a draft. */
const previewed = new AsyncLocalStorage<Record<string, Record<string, unknown>> | undefined>();
setWordsInstead(() => previewed.getStore());

/** Renders with the words in force, also where something that a preview started leads to the rendering. */
export const withoutPreview = <Result>(render: () => Result): Result => previewed.run(undefined, render);

/**
 * The answer to a request with the preview link of a page: the page itself, rendered by `render` with the words of its
 * draft, or a redirect to it where there is no draft. null for any other request, and where the link cannot be read.
 */
export async function answerWordsPreview(
  { url }: Request,
  openClient: () => DataClient,
  render: (request: Request) => Promise<Response>,
): Promise<Response | null> {
  const { pathname, searchParams, origin } = new URL(url);
  if (pathname !== PATH) return null;
  const preview = await readWordsPreview(openClient(), searchParams.get('token') ?? '').catch(() => null);
  const page = preview && PUBLIC_WORDS[preview.page];
  if (!page) return null;
  const location = new URL(page.path, origin).href;
  if (!preview.words) return new Response(null, { status: 302, headers: { Location: location } });
  const { words } = readWords(page.schema, page.builtIn, preview.words);
  const notice = previewLink.page.pendingPage(formatLongDate(preview.expires_at));
  const shown = { [preview.page]: words, [PREVIEW]: { notice } };
  const response = await previewed.run(shown, () => render(new Request(location)));
  // The address is a secret: nothing that the page loads is told it.
  response.headers.set('Referrer-Policy', 'no-referrer');
  return response;
}
