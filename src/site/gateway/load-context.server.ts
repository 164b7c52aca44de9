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

/** Creates an anonymous client. `backendFetch` calls the embedded backend in process, or a hosted one. */
export function createServerClient(config: SiteConfig, backendFetch: typeof fetch): DataClient {
  return createClient<SiteDatabase>(config.supabaseUrl || config.siteUrl, config.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // A page whose data cannot be read is answered at once; the next request tries again.
    db: { retry: false },
    global: { fetch: backendFetch },
  });
}

/** Creates the context of the rendering of one page. */
export function createLoadContext(
  config: SiteConfig,
  backendFetch: typeof fetch,
  { nonce, time }: { nonce: string; time: PageTime },
): RouterContextProvider {
  const context = new RouterContextProvider();
  const client = createServerClient(config, backendFetch);
  context.set(serverGateway, { config, client, fetch: backendFetch });
  context.set(scriptNonce, nonce);
  context.set(pageTime, time);
  return context;
}
