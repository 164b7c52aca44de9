import { createClient } from '@supabase/supabase-js';
import { type RouterContext, RouterContextProvider, createContext } from 'react-router';
import type { Database } from '#contract/database.types.ts';
import type { DataClient } from './client.ts';
import type { SiteConfig } from './site-config.ts';

/** What the front door hands to every loader and action. */
export type ServerGateway = {
  config: SiteConfig;
  /** Asks as an anonymous visitor; the request enters the embedded backend in process. */
  client: DataClient;
  /** The fetch that reaches the backend, for the mail endpoint. */
  fetch: typeof fetch;
};

export const serverGateway: RouterContext<ServerGateway> = createContext<ServerGateway>();

/** What marks the page's own scripts while it is rendered (`ui/script-nonce.ts`). */
export const scriptNonce: RouterContext<string> = createContext('');

/**
 * Makes the context of one request.
 * `backendFetch` enters the embedded backend in process, or goes out to a hosted one. `nonce` marks the scripts of the
 * page; only what renders a page needs one.
 */
export function createLoadContext(config: SiteConfig, backendFetch: typeof fetch, nonce = ''): RouterContextProvider {
  const client = createClient<Database>(config.supabaseUrl || config.siteUrl, config.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // A visitor waits: a page whose data fails is answered at once, and tried again by who asks next.
    db: { retry: false },
    global: { fetch: backendFetch },
  });
  const context = new RouterContextProvider();
  context.set(serverGateway, { config, client, fetch: backendFetch });
  context.set(scriptNonce, nonce);
  return context;
}
