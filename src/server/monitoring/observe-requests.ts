import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { inRequest } from '#backend/usage/request-context.ts';
import { chooseRequestId } from './request-id.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { serviceOf } from './service-of.ts';

/**
 * Answers a request by `answer` under an id of its own, which the log and the header `x-request-id` have; measures it, and
 * names a slow one in the log. Rejects as `answer` does.
 */
export type ObserveRequest = (
  incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  /** The key of the client's address. */
  caller: string,
  answer: () => Response | Promise<Response>,
) => Promise<Response>;

export type ObserverOptions = {
  log: Logger;
  metrics: RequestMetrics;
  trustProxy: number;
  /** Milliseconds; null for none. */
  slowRequestMs: number | null;
  /** Whether the database is away, which makes requests slow and has lines of its own. */
  isOutage: () => boolean;
};

const PATH_LENGTH = 200;
const ERROR = 500;

/** Creates the observer of the requests that the app answers; those answered from memory have none. */
export function createObserver({ log, metrics, trustProxy, slowRequestMs, isOutage }: ObserverOptions): ObserveRequest {
  const end = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>, status: number, since: number): void => {
    const ms = performance.now() - since;
    const service = serviceOf(url);
    metrics.end(service, status, ms / 1000);
    const isSlow = slowRequestMs !== null && ms >= slowRequestMs && !isOutage();
    if (!isSlow && !log.isLevelEnabled('debug')) return;
    // Without the query, which may hold tokens.
    const path = url.split('?', 1)[0]?.slice(0, PATH_LENGTH);
    const fields = { method, path, service, status, ms: Math.round(ms) };
    if (isSlow) log.warn(fields, 'A request was slow');
    else log.debug(fields, 'A request was answered');
  };
  return (incoming, caller, answer) => {
    const id = chooseRequestId(incoming.headers['x-request-id'], trustProxy);
    return inRequest({ id, caller }, async () => {
      const since = performance.now();
      metrics.begin();
      let status = ERROR;
      try {
        const response = await answer();
        ({ status } = response);
        response.headers.set('x-request-id', id);
        return response;
      } finally {
        end(incoming, status, since);
      }
    });
  };
}
