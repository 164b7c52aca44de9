import type { SessionAnswer } from './sessions.ts';

/**
 * The session in the fragment of an address, where clients of the implicit flow read it. `extra` is what the flow adds,
 * such as `type`. Keys in GoTrue's order, which is alphabetic; the empty `sb` marks the response of a Supabase-like
 * backend for the client.
 */
export function sessionFragment(session: SessionAnswer, extra: Readonly<Record<string, string>>): URLSearchParams {
  const params = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...extra,
  });
  params.sort();
  return params;
}
