import type { SupabaseClient } from '@supabase/supabase-js';
import { SESSION_KEY } from '#contract/browser-keys.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { createSessionGuard } from './session-guard.ts';
import type { SiteDatabase } from './site-database.ts';
import { browserSiteConfig } from './site-config.ts';

/** The client that every function of the gateway takes as its first argument. */
export type DataClient = SupabaseClient<SiteDatabase>;

type ClientLibrary = Pick<typeof import('@supabase/supabase-js'), 'createClient'>;
let loadLibrary = (): Promise<ClientLibrary> => import('@supabase/supabase-js');

/** For a page whose scripts contain supabase-js. */
export function provideClientLibrary(library: ClientLibrary): void {
  loadLibrary = () => Promise.resolve(library);
}

let client: Promise<DataClient> | undefined;
let tellOpened: (client: DataClient) => void;
const opened = new Promise<DataClient>((resolve) => {
  tellOpened = resolve;
});

/**
 * The browser's only client; it stores the session in local storage and refreshes it. Loaded on first use, so that
 * pages without live data do not load supabase-js.
 */
export function browserClient(): Promise<DataClient> {
  client ??= openBrowserClient();
  return client;
}

/** The same client, as soon as somebody has used it. */
export function openedClient(): Promise<DataClient> {
  return opened;
}

/** Whether the client would find a session: in the storage, or in a link that leads here. Read before it is opened. */
export function mayHaveSession(): boolean {
  try {
    const { hash, search } = window.location;
    return localStorage.getItem(SESSION_KEY) !== null || /[#&?](access_token|error|code)/.test(hash + search);
  } catch {
    return true;
  }
}

/** Calls `listener` when another tab has stored a session; returns the unsubscribe function. */
export function watchStoredSession(listener: () => void): () => void {
  const check = ({ key, newValue }: StorageEvent): void => {
    if (key === SESSION_KEY && newValue !== null) listener();
  };
  window.addEventListener('storage', check);
  return () => window.removeEventListener('storage', check);
}

async function openBrowserClient(): Promise<DataClient> {
  const { createClient } = await loadLibrary().catch((error: unknown) => {
    // The next call tries again.
    client = undefined;
    throw error;
  });
  const { supabaseUrl, anonKey } = browserSiteConfig();
  const url = supabaseUrl || window.location.origin;
  guard = createSessionGuard({
    request,
    isAlive: (accessToken, signal) =>
      isSessionAlive(url, { headers: { apikey: anonKey, Authorization: `Bearer ${accessToken}` }, signal }),
    renew: () => renewSession(created),
  });
  const created: DataClient = createClient<SiteDatabase>(url, anonKey, {
    global: { fetch: guard.fetch },
    auth: {
      storageKey: SESSION_KEY,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      // Enables the client's methods for recovery codes.
      experimental: { recoveryCodes: true },
    },
  });
  created.auth.onAuthStateChange((_, session) => guard?.tell(session));
  tellOpened(created);
  return created;
}

/** As `fetch`, but for a limited time: a connection that died unseen, as on a phone, gives no answer for many minutes. */
async function request(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sent = new Request(input, init);
  const signal = AbortSignal.any([sent.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  return endingByOwnClock(await fetch(sent, { signal }));
}

/**
 * The answer without the time at which its session ends: the client computes that from `expires_in` by the clock of the
 * device. It would compare the server's time with that clock, and renew the token for each request where it is ahead.
 */
async function endingByOwnClock(response: Response): Promise<Response> {
  if (!response.url.includes('/auth/v1/')) return response;
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { access_token?: string } | null;
  return answer?.access_token ? Response.json({ ...answer, expires_at: undefined }, response) : response;
}

let guard: ReturnType<typeof createSessionGuard> | undefined;

/**
 * While the dashboard of this person is open its requests wait where the session has ended, and are sent when the same
 * person has signed in again. Returns the function that ends this.
 */
export function guardSession(userId: string): () => void {
  return guard?.watch(userId) ?? (() => {});
}

/** To be called before a sign-out: what the dashboard reads is given up, and nothing more is asked for. */
export function leaveSession(): void {
  guard?.leave();
}

/** Resolves when the person of an open dashboard is signed in. Rejects with SessionReplaced. */
export async function signedIn(): Promise<void> {
  await guard?.ready();
}

async function renewSession({ auth }: DataClient): Promise<'renewed' | 'refused' | 'unknown'> {
  const { error } = await auth.refreshSession();
  if (!error) return 'renewed';
  if (error.name === 'AuthRetryableFetchError') return 'unknown';
  await auth.signOut({ scope: 'local' });
  return 'refused';
}

/** The data API answers a token until it expires, as if its owner had no rights; the auth service knows the session. */
async function isSessionAlive(url: string, asked: RequestInit): Promise<boolean> {
  try {
    const { status } = await request(`${url}/auth/v1/user`, asked);
    return status !== 401 && status !== 403;
  } catch {
    return true;
  }
}
