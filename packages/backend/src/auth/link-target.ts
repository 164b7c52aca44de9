import type { BackendContext } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { type PkceChallenge, requirePkce } from './pkce.ts';
import { redirectOf } from './redirect-to.ts';

/** The target of a mailed link, and the challenge of its PKCE flow; null in the implicit flow. */
export type LinkTarget = { redirectTo: string; pkce: PkceChallenge | null };

/** The target of the link that a request asks for. Throws AuthError `validation_failed` for an invalid challenge. */
export function linkTargetOf(deps: AuthDeps, c: BackendContext, body: Parameters<typeof requirePkce>[0]): LinkTarget {
  return { redirectTo: redirectOf(deps, c), pkce: requirePkce(body) };
}
