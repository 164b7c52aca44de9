import { createHash, randomBytes } from 'node:crypto';
import { type ServerBuild, createRequestHandler, matchPath } from 'react-router';
import { createConcurrencyLimit } from '#backend/http/concurrency-limit.ts';
import { currentCaller } from '#backend/usage/request-context.ts';
import { type PageTime, type createLoadContext, createServerClient } from '#site/gateway/load-context.server.ts';
import type { SiteConfig } from '#site/gateway/site-config.ts';
import type { PagePolicy } from '../security-headers.ts';
import { answerWordsPreview, withoutPreview } from '../words/words-preview.ts';

export type SiteHandler = {
  /**
   * Renders one request of the site. Loaders and actions reach the backend through `backendFetch`. A page has the
   * Content-Security-Policy of its own scripts, and `Expires` if something on it changes with time.
   */
  render: (request: Request, backendFetch: typeof fetch) => Promise<Response>;
  /** Whether a route has this path, other than the not-found route. */
  hasPage: (path: string) => Promise<boolean>;
  takesForms: (path: string) => Promise<boolean>;
};

type SiteDeps = {
  /** The build, or during development a function that loads it for each request: React Router prepares a build once. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  config: SiteConfig;
  mode: 'production' | 'development';
  pagePolicy: PagePolicy;
  /** Resolves when the words of the site are known (words/follow-words.ts). */
  wordsReady: () => Promise<void>;
};

/** What the build exports besides pages: the contexts of a context provider are those of its own modules. */
type SiteEntry = { createLoadContext: typeof createLoadContext };

const NONCE_BYTES = 16;
/** Renderings at a time, of callers in turn: each takes megabytes, and more of them end no sooner. */
export const PAGES_AT_ONCE = 16;

export function createSiteHandler(deps: SiteDeps): SiteHandler {
  const { build, config, mode, pagePolicy, wordsReady } = deps;
  const handle = createRequestHandler(build, mode);
  const limitRenders = createConcurrencyLimit({ places: PAGES_AT_ONCE });
  const loadBuild = async () => (typeof build === 'function' ? build() : build);
  const routesAt = async (path: string) => {
    const routes = Object.values((await loadBuild()).routes).filter((route) => route !== undefined);
    return routes.filter((route) => {
      return route.path !== undefined && route.path !== '*' && matchPath(`/${route.path}`, path) !== null;
    });
  };
  const render: SiteHandler['render'] = async (request, backendFetch) => {
    const { entry } = await loadBuild();
    const site = entry.module as unknown as SiteEntry;
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const { time, expires } = createPageTime(Date.now());
    const context = site.createLoadContext(config, backendFetch, { nonce, time });
    const response = await limitRenders(currentCaller(), () => handle(request, context));
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    if (!isPage) return response;
    const page = await withPagePolicy(response, nonce, pagePolicy);
    const until = request.method === 'GET' ? expires() : null;
    if (until !== null) page.headers.set('Expires', until);
    return page;
  };
  return {
    render: async (request, backendFetch) => {
      await wordsReady();
      const openClient = () => createServerClient(config, backendFetch);
      const preview = await answerWordsPreview(request, openClient, (page) => render(page, backendFetch));
      return preview ?? withoutPreview(() => render(request, backendFetch));
    },
    hasPage: async (path) => (await routesAt(path)).length > 0,
    takesForms: async (path) => (await routesAt(path)).some(({ module }) => module.action !== undefined),
  };
}

async function withPagePolicy(response: Response, nonce: string, pagePolicy: PagePolicy): Promise<Response> {
  const { html, scriptHashes } = hashInlineScripts(await response.text(), nonce);
  const headers = new Headers(response.headers);
  headers.set('Content-Security-Policy', pagePolicy(scriptHashes));
  return new Response(html, { status: response.status, headers });
}

const MINUTE_MS = 60_000;

/**
 * The time of one rendering that begins at `now` (milliseconds). `expires` is the first instant at which something on the
 * page changes, as an HTTP date, or null if nothing does. Instants on the page are full minutes, which HTTP dates can say.
 */
export function createPageTime(now: number): { time: PageTime; expires: () => string | null } {
  let until = Infinity;
  return {
    time: {
      now: new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS),
      holdUntil: (instant) => {
        until = Math.min(until, instant.getTime());
      },
    },
    expires: () => (until === Infinity ? null : new Date(until).toUTCString()),
  };
}

type HashedPage = {
  html: string;
  /** The hashes of the page's own inline scripts, as sources of a Content-Security-Policy. */
  scriptHashes: string[];
};

/** Script elements without inline code: external scripts, and data blocks, which are not executed. */
const WITHOUT_CODE = /\s(src=|type="application\/(ld\+)?json")/;

/**
 * Hashes the inline scripts that were rendered with `nonce` (CSP3 §6.7.2.3) and removes the nonce. The page can then be
 * cached with a fixed policy. `nonce` must be new for each rendering, so that a script injected through data does not
 * have it and gets no hash.
 */
export function hashInlineScripts(html: string, nonce: string): HashedPage {
  const mark = ` nonce="${nonce}"`;
  // redos-disable-next-line -- React closes every script element that it renders
  const scripts = html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs);
  const own = [...scripts].filter(([, attributes = '']) => attributes.includes(mark) && !WITHOUT_CODE.test(attributes));
  return {
    html: html.replaceAll(mark, ''),
    scriptHashes: [...new Set(own.map(([, , code = '']) => hashSource(code)))],
  };
}

function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
