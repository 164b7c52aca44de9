import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { deleteFactor, type FactorRow, hasMfa, listFactors } from '../factors/factors.ts';
import { viewFactor } from '../accounts/user-view.ts';
import { requireUserOfPath } from './users-get.ts';

/** GET /admin/users/:id/factors: the factors of an account, without secrets. */
export async function userFactorsGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const factors = await asBackend(deps.database, async (query) => {
    const user = await requireUserOfPath(c, query);
    return listFactors(query, user.id);
  });
  return c.json(factors.map(viewFactor));
}

/** DELETE /admin/users/:id/factors/:factorId: removes a factor, for somebody who lost it. Answers it. */
export async function userFactorsDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const factor = await asBackend(deps.database, async (query) => {
    const user = await requireUserOfPath(c, query, true);
    const wanted = c.req.param('factorId')?.toLowerCase();
    const found = (await listFactors(query, user.id)).find((one) => one.id === wanted);
    if (!found) throw new AuthError('mfa_factor_not_found');
    await deleteFactor(query, found.id);
    await deleteCodesWithoutApp(query, user.id);
    return found;
  });
  return c.json(viewFactor(factor));
}

/** Recovery codes stand in for an authenticator app, so they go with the last one. */
async function deleteCodesWithoutApp(query: RunQuery, userId: string): Promise<void> {
  if (await hasMfa(query, userId)) return;
  const isCodes = ({ factor_type: type }: FactorRow): boolean => type === 'recovery_code';
  for (const codes of (await listFactors(query, userId)).filter(isCodes)) await deleteFactor(query, codes.id);
}
