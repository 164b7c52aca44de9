import { createClient } from '@supabase/supabase-js';
import { type RouterContext, RouterContextProvider, createContext } from 'react-router';
import type { SiteDatabase } from './site-database.ts';
import type { DataClient } from './client.ts';
import type { SiteConfig } from './site-config.ts';

/** What the server passes to every loader and action. */
export type ServerGateway = {
  config: SiteConfig;
  /** An anonymous client; its requests reach the embedded backend in process. */
  client: DataClient;
  /** The fetch that reaches the backend, for the mail endpoint. */
  fetch: typeof fetch;
};

export const serverGateway: RouterContext<ServerGateway> = createContext<ServerGateway>();

/** The nonce of the page's own scripts (`ui/script-nonce.ts`). */
export const scriptNonce: RouterContext<string> = createContext('');

/**
 * Creates the context of one request. `backendFetch` calls the embedded backend in process, or a hosted one. `nonce` is
 * needed only to render a page.
 */
export function createLoadContext(config: SiteConfig, backendFetch: typeof fetch, nonce = ''): RouterContextProvider {
  const client = createClient<SiteDatabase>(config.supabaseUrl || config.siteUrl, config.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // A page whose data cannot be read is answered at once; the next request tries again.
    db: { retry: false },
    global: { fetch: backendFetch },
  });
  const context = new RouterContextProvider();
  context.set(serverGateway, { config, client, fetch: backendFetch });
  context.set(scriptNonce, nonce);
  return context;
}
