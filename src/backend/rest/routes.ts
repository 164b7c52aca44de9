import { Hono, type Context } from 'hono';
import { readText } from '../http/body.ts';
import { dataApiPool, type PoolName } from '../database/pools.ts';
import { addressKey } from '../http/client-address.ts';
import { createConcurrencyLimit } from '../http/concurrency-limit.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { identifyCaller, requireApiKey } from '../http/identify-caller.ts';
import type { BackendDeps } from '../deps.ts';
import { RestError } from './errors.ts';
import { execute } from './execute.ts';
import { keepSchema } from './keep-schema.ts';
import { REQUESTS_AT_ONCE, REQUESTS_WAITING } from './limits.ts';
import { prepareRequest } from './prepare.ts';
import { renderError } from './render-error.ts';
import type { HttpRequest, RestRequest } from './request.ts';
import { presentOutcome } from './response.ts';
import { checkOutcome } from './check-outcome.ts';

type RestDeps = Pick<BackendDeps, 'database' | 'keys' | 'log' | 'now'>;

/**
 * The data API over schema `public` (protocol.md 2), with routes relative to `/rest/v1`.
 * Throws when the schema cannot be read. Writes its own errors.
 */
export async function mountRest(deps: RestDeps): Promise<Hono<BackendEnv>> {
  const { database, keys, log, now } = deps;
  const withSchema = await keepSchema(database.poolFor('site'), now);
  const limitPerAddress = createConcurrencyLimit({ atOncePerKey: REQUESTS_AT_ONCE, waitingPerKey: REQUESTS_WAITING });
  const routes = new Hono<BackendEnv>();
  routes.use(allowAnyOrigin(), requireApiKey(keys), identifyCaller(keys));
  routes.use(async (c, next) => (c.env.isInProcess ? next() : limitPerAddress(addressKey(c.env.clientAddress), next)));
  routes.all('/rpc/:name', (c) => {
    throw new RestError('FunctionNotFound', c.req.param('name'));
  });
  routes.all('/:relation', async (c) => {
    const { caller } = c.var;
    const http = await readRequest(c, c.req.param('relation'));
    const { request, plan, sql } = await withSchema((cache) => prepareRequest(cache, http, caller.role));
    const check = checkOutcome.bind(null, request, plan, caller.role);
    const outcome = await execute(database.poolFor(poolOf(c)), caller, contextOf(c, request), sql, check);
    return presentOutcome(request, plan, outcome);
  });
  routes.all('*', () => {
    throw new RestError('InvalidResourcePath');
  });
  routes.onError((error, c) =>
    renderError(c, error, (cause) => log.error({ err: cause, path: c.req.path }, 'the data API failed')),
  );
  return routes;
}

async function readRequest(c: Context<BackendEnv>, relation: string): Promise<HttpRequest> {
  const hasRows = c.req.method === 'POST' || c.req.method === 'PATCH';
  return {
    method: c.req.method,
    relation,
    search: new URL(c.req.url).search.slice(1),
    header: (name) => c.req.header(name),
    body: hasRows ? await readText(c) : '',
  };
}

function contextOf(c: Context<BackendEnv>, { action }: RestRequest) {
  return { readOnly: action === 'read', method: c.req.method, path: c.req.path, headers: c.req.header() };
}

function poolOf({ var: { caller }, env }: Context<BackendEnv>): PoolName {
  return dataApiPool(caller.role, env?.isInProcess === true);
}
