import { type Context, Hono } from 'hono';
import { readText } from '../http/body.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { identifyCaller, requireApiKey } from '../http/identify-caller.ts';
import { shareRequests } from '../http/share-requests.ts';
import type { BackendDeps } from '../deps.ts';
import { RestError } from './errors.ts';
import { type KeptSchema, keepSchema, searchPathOf } from './schema-cache.ts';
import { renderError } from './render-error.ts';
import { type ReadInProcess, createReadInProcess } from './read-in-process.ts';
import type { HttpRequest, RestRequest } from './request.ts';
import type { Caller, Role } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { dataApiPool } from '../database/pools.ts';
import { sqlStateOf } from '../database/unavailable.ts';
import { type StatementOutcome, execute } from './execute.ts';
import type { Plan } from './plan/steps.ts';
import { prepareRequest } from './prepare.ts';
import { type Answer, offsetOf, presentOutcome, readChosen } from './response.ts';
import type { RestSettings } from './rest-settings.ts';

type RestDeps = Pick<BackendDeps, 'database' | 'keys' | 'usage' | 'log' | 'now'> & {
  settings: Pick<BackendDeps['settings'], 'rest'>;
};

/** `stop` ends what keeps the schema current. */
type Rest = { routes: Hono<BackendEnv>; readInProcess: ReadInProcess; stop: () => Promise<void> };

/**
 * The data API over the exposed schemas (protocol.md 2), with routes relative to `/rest/v1`.
 * Throws when a schema cannot be read. Writes its own errors.
 */
export async function mountRest(deps: RestDeps): Promise<Rest> {
  const { database, keys, log, now } = deps;
  const settings = deps.settings.rest;
  const schema = await keepSchema(database.poolFor('site'), settings.schemas, now);
  const run = createRunRequest(database, schema, settings);
  const report = (error: unknown, path: string) => log.error({ err: error, path }, 'the data API failed');
  const routes = new Hono<BackendEnv>();
  routes.use(allowAnyOrigin(), requireApiKey(keys), identifyCaller(keys), shareRequests(deps, 'rest'));
  const answer = async (c: Context<BackendEnv>, name: string, isFunction: boolean) => {
    const http = await readRequest(c, name, isFunction);
    const isInProcess = c.env?.isInProcess === true;
    const { body, ...init } = await run(http, c.var.caller, { path: c.req.path, headers: c.req.header(), isInProcess });
    return new Response(body, init);
  };
  routes.all('/rpc/:name', (c) => answer(c, c.req.param('name'), true));
  routes.all('/:relation', (c) => answer(c, c.req.param('relation'), false));
  routes.all('*', (c) => {
    // The root is answered as PostgREST does with `openapi-mode = disabled`.
    throw new RestError(/\/v1\/?$/.test(c.req.path) ? 'OpenApiDisabled' : 'InvalidResourcePath');
  });
  routes.onError((error, c) => renderError(c, error, (cause) => report(cause, c.req.path)));
  return { routes, readInProcess: createReadInProcess(run, keys, report), stop: schema.stop };
}

async function readRequest(c: Context<BackendEnv>, relation: string, isFunction: boolean): Promise<HttpRequest> {
  const hasRows = c.req.method === 'POST' || c.req.method === 'PATCH';
  return {
    method: c.req.method,
    relation,
    isFunction,
    search: new URL(c.req.url).search.slice(1),
    header: (name) => c.req.header(name),
    body: hasRows ? await readText(c) : '',
  };
}

export type RequestOrigin = {
  /** The whole path; policies read it from `request.path`, without the path of the service. */
  path: string;
  headers: Record<string, string>;
  /** Whether the request is the site's own. */
  isInProcess: boolean;
};

/** Answers a request of an identified caller. Throws the errors of the catalogue and of the database. */
export type RunRequest = (http: HttpRequest, caller: Caller, origin: RequestOrigin) => Promise<Answer>;

/** PostgreSQL's codes for names, types and functions of a statement that no longer exist in the database. */
const OUTDATED: ReadonlySet<unknown> = new Set(['42703', '42P01', '42883', '42704', '42804', '0A000']);

function createRunRequest(database: DatabasePool, schema: KeptSchema, settings: RestSettings): RunRequest {
  return async (http, caller, origin) => {
    const prepare = () =>
      schema.withSchema((caches) => ({
        caches,
        ...prepareRequest(caches, http, { role: caller.role, isInProcess: origin.isInProcess }, settings),
      }));
    const pool = database.poolFor(dataApiPool(caller.role, origin.isInProcess));
    const answer = async ({ request, plan, sql }: Awaited<ReturnType<typeof prepare>>) => {
      const check = checkOutcome.bind(null, request, plan, caller.role);
      const context = contextOf(http, request, plan, origin);
      return presentOutcome(request, plan, await execute(pool, caller, context, sql, check));
    };
    const prepared = await prepare();
    try {
      return await answer(prepared);
    } catch (error) {
      // The transaction was rolled back, so the request can be run again with the changed schema.
      if (!OUTDATED.has(sqlStateOf(error)) || !(await schema.isOutdated(prepared.caches))) throw error;
      return answer(await prepare());
    }
  };
}

function contextOf(http: HttpRequest, request: RestRequest, plan: Plan, { path, headers }: RequestOrigin) {
  const readOnly = plan.kind === 'call' ? request.isSafe || !plan.call.routine.isVolatile : plan.kind === 'read';
  const { isRolledBack } = request.preferences;
  return { readOnly, isRolledBack, method: http.method, path, headers, searchPath: searchPathOf(request.schema) };
}

/**
 * Checks the outcome before the commit. Throws PGRST103, PGRST111, PGRST112, PGRST116, PGRST124, and 42501 for an update
 * without columns by a caller who may update none.
 */
export function checkOutcome(request: RestRequest, plan: Plan, role: Role, outcome: StatementOutcome): void {
  if (outcome.permitted === false)
    throw new RestError('PermissionDenied', role, `permission denied for table ${request.relation}`);
  const { maxAffected } = request.preferences;
  const affected = plan.kind === 'call' ? outcome.rows : outcome.affected;
  if (maxAffected !== null && affected !== null && affected > maxAffected) {
    throw new RestError('MaxAffectedViolation', affected);
  }
  const offset = offsetOf(plan);
  if (outcome.total !== null && offset > outcome.total) {
    throw new RestError('OffsetBeyondTotal', offset, outcome.total);
  }
  readChosen(outcome);
  const rows = rowsOf(plan, outcome);
  if (request.media.single && rows !== 1) throw new RestError('SingularityError', rows);
}

/** The number of rows, which a single object needs to be one. A write counts whether or not it returns its rows. */
function rowsOf(plan: Plan, { rows, affected }: StatementOutcome): number {
  if (plan.kind === 'write') return affected ?? 0;
  if (plan.kind === 'call' && !plan.call.routine.returnsSet) return 1;
  return rows ?? 0;
}
