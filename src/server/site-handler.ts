import { type RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router';
import type { SiteConfig } from '#site/gateway/site-config.ts';

/** Renders one request of the site; `backendFetch` is how its loaders and actions reach the backend. */
export type SiteHandler = (request: Request, backendFetch: typeof fetch) => Promise<Response>;

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
  return async (request, backendFetch) => {
    const { entry } = await loadBuild();
    const { createLoadContext } = entry.module as unknown as SiteEntry;
    return handle(request, createLoadContext(config, backendFetch));
  };
}
