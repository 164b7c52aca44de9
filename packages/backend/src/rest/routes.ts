import { Hono, type Context } from 'hono';
import { readText } from '../http/body.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { identifyCaller, requireApiKey } from '../http/identify-caller.ts';
import { shareRequests } from '../http/share-requests.ts';
import type { BackendDeps } from '../deps.ts';
import { RestError } from './errors.ts';
import { keepSchema } from './keep-schema.ts';
import { renderError } from './render-error.ts';
import { createReadInProcess, type ReadInProcess } from './read-in-process.ts';
import type { HttpRequest } from './request.ts';
import { createRunRequest } from './run-request.ts';

type RestDeps = Pick<BackendDeps, 'database' | 'keys' | 'usage' | 'log' | 'now'> & {
  settings: Pick<BackendDeps['settings'], 'rest'>;
};

/** `stop` ends what keeps the schema current. */
export type Rest = { routes: Hono<BackendEnv>; readInProcess: ReadInProcess; stop: () => Promise<void> };

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
