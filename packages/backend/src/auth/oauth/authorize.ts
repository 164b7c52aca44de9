import { asBackend } from '../../database/as-caller.ts';
import type { Endpoint } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { redirectOf } from '../redirect-to.ts';
import { toAuthError } from '../render-error.ts';
import { requireBearer } from '../require-user.ts';
import { beginFlow } from './begin-flow.ts';
import { withError } from './error-address.ts';
import { requireLinker } from './link-identity.ts';

/** GET /authorize?provider=: opened by the browser; sends it to the provider. */
export function authorize(deps: AuthDeps): Endpoint {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    try {
      return c.redirect(await beginFlow(deps, c, null), 302);
    } catch (error) {
      // What the application got wrong is JSON, as in GoTrue; when the provider fails the visitor returns to the site.
      if (toAuthError(error).code !== 'unexpected_failure') throw error;
      deps.log.warn({ err: error, provider: c.req.query('provider') }, 'the sign-in provider does not answer');
      return c.redirect(withError(redirectOf(deps, c), error), 302);
    }
  };
}

/** GET /user/identities/authorize?provider=: the address at which the signed-in user adds an identity. */
export function identitiesAuthorize(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const user = await asBackend(deps.database, (query) => requireLinker(deps, query, bearer));
    const url = await beginFlow(deps, c, user.id);
    c.header('Cache-Control', 'no-store');
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
  };
}
