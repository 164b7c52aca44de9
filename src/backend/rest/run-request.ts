import type { Caller } from '../database/caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { dataApiPool } from '../database/pools.ts';
import { checkOutcome } from './check-outcome.ts';
import { execute } from './execute.ts';
import type { keepSchema } from './keep-schema.ts';
import { prepareRequest } from './prepare.ts';
import type { HttpRequest } from './request.ts';
import { type Answer, presentOutcome } from './response.ts';

export type RequestOrigin = {
  /** The whole path, as policies read it from `request.path`. */
  path: string;
  headers: Record<string, string>;
  /** Whether the request is the site's own. */
  isInProcess: boolean;
};

/** Answers a request of an identified caller. Throws the errors of the catalogue and of the database. */
export type RunRequest = (http: HttpRequest, caller: Caller, origin: RequestOrigin) => Promise<Answer>;

export function createRunRequest(
  database: DatabasePool,
  withSchema: Awaited<ReturnType<typeof keepSchema>>,
): RunRequest {
  return async (http, caller, { path, headers, isInProcess }) => {
    const { request, plan, sql } = await withSchema((cache) => prepareRequest(cache, http, caller.role));
    const check = checkOutcome.bind(null, request, plan, caller.role);
    const context = { readOnly: request.action === 'read', method: http.method, path, headers };
    const pool = database.poolFor(dataApiPool(caller.role, isInProcess));
    return presentOutcome(request, plan, await execute(pool, caller, context, sql, check));
  };
}
