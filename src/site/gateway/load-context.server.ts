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

export type PageTime = {
  /** The instant, rounded down to the minute. */
  now: Date;
  /** To be called for everything on the page that changes with time: the page is not kept beyond this instant. */
  holdUntil: (instant: Date) => void;
};

/** The time itself is read by `clock.server.ts` only, which says until when the page holds what it shows. */
export const pageTime: RouterContext<PageTime> = createContext<PageTime>();

/** The nonce of the page's own scripts (`ui/script-nonce.ts`). */
export const scriptNonce: RouterContext<string> = createContext('');

/**
 * Creates the context of one request. `backendFetch` calls the embedded backend in process, or a hosted one. `page` is
 * needed only to render a page.
 */
export function createLoadContext(
  config: SiteConfig,
  backendFetch: typeof fetch,
  page?: { nonce: string; time: PageTime },
): RouterContextProvider {
  const client = createClient<SiteDatabase>(config.supabaseUrl || config.siteUrl, config.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // A page whose data cannot be read is answered at once; the next request tries again.
    db: { retry: false },
    global: { fetch: backendFetch },
  });
  const context = new RouterContextProvider();
  context.set(serverGateway, { config, client, fetch: backendFetch });
  if (page) {
    context.set(scriptNonce, page.nonce);
    context.set(pageTime, page.time);
  }
  return context;
}
