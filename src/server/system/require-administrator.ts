import type { MiddlewareHandler } from 'hono';
import { asCaller } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import type { BackendEnv } from '#backend/http/env.ts';
import { SystemError } from './errors.ts';

/**
 * Allows callers for whom `is_admin()` is true: with a session that exists, and MFA where it is due. The service key is
 * nobody's account. Throws SystemError `not_admin`.
 */
export function requireAdministrator(database: DatabasePool): MiddlewareHandler<BackendEnv> {
  return async (c, next) => {
    const { caller } = c.var;
    if (caller.role !== 'authenticated') throw new SystemError('not_admin');
    const { rows } = await asCaller(database, caller, { readOnly: true }, (query) =>
      query('select public.is_admin() as is_admin'),
    );
    if (rows[0]?.['is_admin'] !== true) throw new SystemError('not_admin');
    await next();
  };
}
