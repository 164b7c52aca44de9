import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { inRequest } from '#backend/usage/request-context.ts';
import { isServicePath } from '../request-target.ts';
import { addCounter } from './process-metrics.ts';

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

export type RequestMetrics = {
  /** Counts answers from memory. A plain number, because this is the fastest path of the product. */
  memory: { answers: number };
  begin: () => void;
  /** Counts a request that was answered, or failed with an error. */
  end: (service: string, status: number, seconds: number) => void;
};

/** Seconds; a page that is rendered takes about 0.01, an answer that a visitor waits for 0.3. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const memory = { answers: 0 };
  const help = 'Pages and built files that were answered from memory, which no other metric of requests counts.';
  addCounter(registry, 'http_answers_from_memory_total', help, [], (answers) => answers.inc(memory.answers));
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were not answered from memory.',
    labelNames: ['service', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer began, of requests that were not answered from memory.',
    labelNames: ['service'],
    buckets: BUCKETS,
    registers,
  });
  const running = new Gauge({ name: 'http_requests_running', help: 'Requests that wait for their answer.', registers });
  return {
    memory,
    begin: () => running.inc(),
    end: (service, status, duration) => {
      running.dec();
      requests.inc({ service, status });
      seconds.observe({ service }, duration);
    },
  };
}

const GIVEN = /^[\w.-]{1,64}$/;

/**
 * The id of a request: that of a proxy in front, if it may be trusted and sends a plain one, else a new one. It is random,
 * because consecutive numbers would tell visitors how many requests there are.
 */
function chooseRequestId(given: string | string[] | undefined, trustProxy: number): string {
  return trustProxy > 0 && typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}

const NAME = /^\/(auth|rest|storage|realtime|system)\//;

/** The service that answers a request target, as metrics and log name it; `site` for pages and files. */
function serviceOf(target: string): string {
  if (!isServicePath(target)) return 'site';
  return NAME.exec(target)?.[1] ?? (target.startsWith('/api/') ? 'mail' : 'other');
}
