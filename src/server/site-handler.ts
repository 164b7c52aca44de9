import { type RouterContextProvider, type ServerBuild, createRequestHandler, matchPath } from 'react-router';
import type { SiteConfig } from '#site/gateway/site-config.ts';

export type SiteHandler = {
  /** Renders one request of the site; `backendFetch` is how its loaders and actions reach the backend. */
  render: (request: Request, backendFetch: typeof fetch) => Promise<Response>;
  /** Whether a route of the site has this path, other than the one for what is not found. */
  hasPage: (path: string) => Promise<boolean>;
};

type SiteEntry = {
  createLoadContext: (config: SiteConfig, backendFetch: typeof fetch) => RouterContextProvider;
};

/** Makes the handler of a built site. The build is loaded anew a request in development, once otherwise. */
export function createSiteHandler(
  loadBuild: () => Promise<ServerBuild>,
  config: SiteConfig,
  mode: 'production' | 'development',
): SiteHandler {
  const handle = createRequestHandler(loadBuild, mode);
  return {
    render: async (request, backendFetch) => {
      const { entry } = await loadBuild();
      const { createLoadContext } = entry.module as unknown as SiteEntry;
      return handle(request, createLoadContext(config, backendFetch));
    },
    hasPage: async (path) => {
      const { routes } = await loadBuild();
      const patterns = Object.values(routes).flatMap((route) => route?.path ?? []);
      return patterns.some((pattern) => pattern !== '*' && matchPath(`/${pattern}`, path) !== null);
    },
  };
}
