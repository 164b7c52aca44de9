import type { AccountAnswer, AccountSession } from './account.ts';
import type { DataClient } from './client.ts';
import { browserSiteConfig } from './site-config.ts';

const TYPES = ['invite', 'signup', 'recovery', 'email', 'email_change'] as const;
/** What a mailed link does, by the types of POST /verify; `email` signs in. */
export type MailedLinkType = (typeof TYPES)[number];

export type MailedLink = { type: MailedLinkType; token: string; redirectTo: string };

/** Reads the link of an account mail (supabase/templates) from the query of the page; null where there is none. */
export function readMailedLink(search: string): MailedLink | null {
  const params = new URLSearchParams(search);
  const token = params.get('token');
  const type = TYPES.find((one) => one === params.get('type'));
  return token && type ? { type, token, redirectTo: params.get('redirect_to') ?? '' } : null;
}

/**
 * Where the browser has to go with the link, because it belongs to another application or continues its PKCE flow; null
 * where this page may use it.
 */
export function addressElsewhere({ type, token, redirectTo }: MailedLink, origin: string): string | null {
  const target = URL.parse(redirectTo, origin);
  if (!token.startsWith('pkce_') && (target === null || target.origin === origin)) return null;
  const { supabaseUrl } = browserSiteConfig();
  // GET /verify of a hosted project does not have the type `email`, which ours needs for the links of new accounts.
  const query = new URLSearchParams({
    token,
    type: type === 'email' && supabaseUrl ? 'magiclink' : type,
    redirect_to: redirectTo,
  });
  return `${supabaseUrl}/auth/v1/verify?${query}`;
}

/** `session` is null after the first of the two links of an email change. */
type Verified = AccountAnswer & { session: AccountSession | null };

/** Uses the link up. */
export async function verifyLink(client: DataClient, { type, token }: MailedLink): Promise<Verified> {
  const { data, error } = await client.auth.verifyOtp({ type, token_hash: token });
  return { error, session: data.session };
}

/** Uses up the six-digit code of the same mail. */
export async function verifyCode(
  client: DataClient,
  { type, email, code }: { type: MailedLinkType; email: string; code: string },
): Promise<Verified> {
  const { data, error } = await client.auth.verifyOtp({ type, email, token: code.replace(/\s/g, '') });
  return { error, session: data.session };
}
