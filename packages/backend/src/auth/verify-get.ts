import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { redirectOf } from './redirect-to.ts';
import { toAuthError } from './render-error.ts';
import { sessionFragment } from './session-fragment.ts';
import type { ClientInfo } from './sessions.ts';
import { openSession } from './sessions.ts';
import type { VerifyType } from './verify-token.ts';
import { HALF_CONFIRMED, isPkceLink, requireVerifyType, verifyLink } from './verify-token.ts';

/**
 * GET /verify: the link of a mail. Redirects to the site with a session, a message or an error in the fragment; in the
 * PKCE flow with an authorization code, a message or an error in the query.
 */
export function verifyGet(deps: AuthDeps): Endpoint {
  return async (c) => {
    // Mail scanners request links with HEAD, which must not consume them.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const client = clientInfo(c);
    await deps.limits.requireVerification(client.address);
    const type = requireVerifyType(c.req.query('type'));
    const link = c.req.query('token') ?? c.req.query('token_hash');
    if (!link) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');

    const landing = await asBackend(deps.database, (query) => verify(deps, query, { type, link }, client)).catch(
      (error: unknown): Landing => ({ fragment: errorParams(error), isInQuery: isPkceLink(link) }),
    );
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(addressOf(redirectOf(deps, c), landing), 303);
  };
}

/** The result in the address of the redirect: an authorization code, or parameters in the fragment. */
type Landing = { code: string } | { fragment: URLSearchParams; isInQuery: boolean };

async function verify(
  deps: AuthDeps,
  query: RunQuery,
  params: { type: VerifyType; link: string },
  client: ClientInfo,
): Promise<Landing> {
  const { user, code } = await verifyLink(deps, query, { ...params, client });
  if (code !== null) return { code };
  const isInQuery = isPkceLink(params.link);
  if (!user) return { fragment: new URLSearchParams({ message: HALF_CONFIRMED, sb: '' }), isInQuery };
  const session = await openSession(deps, query, user, 'otp', client);
  return { fragment: sessionFragment(session, { type: params.type }), isInQuery };
}

/** In the PKCE flow the client reads the query; messages and errors are in both. */
function addressOf(redirectTo: string, landing: Landing): string {
  const target = new URL(redirectTo);
  if ('code' in landing) {
    target.searchParams.set('code', landing.code);
    return target.href;
  }
  target.hash = landing.fragment.toString();
  if (!landing.isInQuery) return target.href;
  for (const [name, value] of landing.fragment) if (name !== 'sb') target.searchParams.set(name, value);
  return target.href;
}

/** The error for the page that the visitor reaches. Errors with status 5xx are rethrown. */
function errorParams(error: unknown): URLSearchParams {
  const { status, code, message } = toAuthError(error);
  if (status >= 500) throw error;
  return new URLSearchParams({
    error: 'access_denied',
    error_code: code,
    error_description: message,
    sb: '',
  });
}
