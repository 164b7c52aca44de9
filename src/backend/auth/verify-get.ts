import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { redirectOf } from './redirect-to.ts';
import { toAuthError } from './render-error.ts';
import type { SessionAnswer } from './sessions.ts';
import type { Verification, VerifyType } from './verify-token.ts';
import { HALF_CONFIRMED, requireVerifyType, verifyToken } from './verify-token.ts';

/** GET /verify: the link of a mail. Redirects to the site with a session, a message or an error in the fragment. */
export function verifyGet(deps: AuthDeps): Endpoint {
  return async (c) => {
    // Mail scanners request links with HEAD, which must not consume them.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const client = clientInfo(c);
    await deps.limits.requireVerification(client.address);
    const type = requireVerifyType(c.req.query('type'));
    const link = c.req.query('token') ?? c.req.query('token_hash');
    if (!link) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');

    const fragment = await asBackend(deps.database, (query) => verifyToken(deps, query, { type, link }, client)).then(
      (verification) => fragmentOf(verification, type),
      errorFragment,
    );
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    const target = new URL(redirectOf(deps, c));
    target.hash = fragment.toString();
    return c.redirect(target.href, 303);
  };
}

function fragmentOf({ session }: Verification, type: VerifyType): URLSearchParams {
  if (!session) return new URLSearchParams({ message: HALF_CONFIRMED, sb: '' });
  return sessionFragment(session, type);
}

/**
 * Keys in GoTrue's order, which is alphabetic. The empty `sb` marks the response of a Supabase-like backend for the
 * client.
 */
function sessionFragment(session: SessionAnswer, type: VerifyType): URLSearchParams {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
  });
}

/** The error for the page that the visitor reaches. Errors with status 5xx are rethrown. */
function errorFragment(error: unknown): URLSearchParams {
  const { status, code, message } = toAuthError(error);
  if (status >= 500) throw error;
  return new URLSearchParams({
    error: 'access_denied',
    error_code: code,
    error_description: message,
    sb: '',
  });
}
