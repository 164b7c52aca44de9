import type { SupabaseClient } from '@supabase/supabase-js';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import type { Database } from '#contract/database.types.ts';
import { browserSiteConfig } from './site-config.ts';

/** What every reading and writing function of the gateway is given; one on the server, one in the browser. */
export type DataClient = SupabaseClient<Database>;

let client: Promise<DataClient> | undefined;

/**
 * The browser's one client, with the session kept in local storage and refreshed by it. Loaded when first asked for,
 * so that pages which only show carry nothing of it.
 */
export function browserClient(): Promise<DataClient> {
  client ??= openBrowserClient();
  return client;
}

async function openBrowserClient(): Promise<DataClient> {
  const { createClient } = await import('@supabase/supabase-js');
  const { supabaseUrl, anonKey } = browserSiteConfig();
  return createClient<Database>(supabaseUrl || window.location.origin, anonKey, {
    auth: {
      ...{ storageKey: SESSION_KEY, persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
      // The client's door to recovery codes; it is shut unless asked for.
      experimental: { recoveryCodes: true },
    },
  });
}
