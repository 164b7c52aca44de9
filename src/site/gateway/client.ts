import type { SupabaseClient } from '@supabase/supabase-js';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import type { SiteDatabase } from './site-database.ts';
import { browserSiteConfig } from './site-config.ts';

/** The client that every function of the gateway takes as its first argument. */
export type DataClient = SupabaseClient<SiteDatabase>;

let client: Promise<DataClient> | undefined;

/**
 * The browser's only client; it stores the session in local storage and refreshes it. Loaded on first use, so that
 * pages without live data do not load supabase-js.
 */
export function browserClient(): Promise<DataClient> {
  client ??= openBrowserClient();
  return client;
}

async function openBrowserClient(): Promise<DataClient> {
  const { createClient } = await import('@supabase/supabase-js');
  const { supabaseUrl, anonKey } = browserSiteConfig();
  return createClient<SiteDatabase>(supabaseUrl || window.location.origin, anonKey, {
    auth: {
      storageKey: SESSION_KEY,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      // Enables the client's methods for recovery codes.
      experimental: { recoveryCodes: true },
    },
  });
}
