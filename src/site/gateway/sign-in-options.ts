import type { AccountAnswer } from './account.ts';
import type { DataClient } from './client.ts';
import { browserSiteConfig } from './site-config.ts';

/** The providers that the sign-in page offers, by the names of the wire. */
const PROVIDERS = ['google', 'azure'] as const;
export type SignInProvider = (typeof PROVIDERS)[number];

type SignInOptions = {
  isEmailLinkOffered: boolean;
  isPasskeyOffered: boolean;
  providers: readonly SignInProvider[];
};

/** Before the settings are read, and where they cannot be. The embedded backend has passkeys wherever browsers have them. */
export function unknownOptions(): SignInOptions {
  return { isEmailLinkOffered: true, isPasskeyOffered: !browserSiteConfig().supabaseUrl, providers: [] };
}

/** `email_links` is the embedded backend's own; a hosted project always mails links. */
type Settings = { external?: Record<string, unknown>; email_links?: unknown; passkeys_enabled?: unknown };

/** What the auth service offers besides passwords (GET /settings, for which the client has no function). Rejects on errors. */
export async function readSignInOptions(): Promise<SignInOptions> {
  const { supabaseUrl, anonKey } = browserSiteConfig();
  const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: anonKey } });
  if (!response.ok) throw new Error(`The settings of the auth service answered ${response.status}.`);
  return readOptions((await response.json()) as Settings);
}

export function readOptions({ external = {}, email_links, passkeys_enabled }: Settings): SignInOptions {
  return {
    isEmailLinkOffered: external['email'] !== false && email_links !== false,
    isPasskeyOffered: passkeys_enabled === true,
    providers: PROVIDERS.filter((provider) => external[provider] === true),
  };
}

/** Leaves the page for the provider, which leads back to `returnTo`. */
export function signInAtProvider(
  client: DataClient,
  provider: SignInProvider,
  returnTo: string,
): Promise<AccountAnswer> {
  return client.auth.signInWithOAuth({
    provider,
    // Microsoft tells the address only when asked to.
    options: { redirectTo: returnTo, ...(provider === 'azure' && { scopes: 'email' }) },
  });
}

/**
 * Mails a link and a code to an address that has an account; the link leads to `returnTo`. The answer to an unknown
 * address is the same.
 */
export async function requestEmailLink(client: DataClient, email: string, returnTo: string): Promise<AccountAnswer> {
  const { error } = await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: returnTo },
  });
  // How the service says that the address has no account.
  return { error: error?.code === 'otp_disabled' ? null : error };
}

/** Signs in with the code of the mail, which works once. */
export function signInByCode(client: DataClient, email: string, code: string): Promise<AccountAnswer> {
  return client.auth.verifyOtp({ email, token: code, type: 'email' });
}
