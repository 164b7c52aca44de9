import { ANONYMOUS } from '../database/as-caller.ts';
import { checkApiKey, findCaller, readBearer } from '../http/identify-caller.ts';
import type { Keys } from '../http/keys.ts';
import { answerError } from './render-error.ts';
import type { RunRequest } from './routes.ts';

/**
 * Answers a GET of the site itself as the route does, without the layers of HTTP, which take longer than the rest. Null
 * for another path than that of a table or view. Never rejects.
 */
export type ReadInProcess = (url: URL, headers: Headers) => Promise<Response> | null;

const RELATION = /^\/rest\/v1\/([a-z_]+)$/;

export function createReadInProcess(
  run: RunRequest,
  keys: Keys,
  report: (error: unknown, path: string) => void,
): ReadInProcess {
  const answer = async (relation: string, { pathname, search }: URL, headers: Headers) => {
    let caller = ANONYMOUS;
    try {
      await checkApiKey(keys, headers.get('apikey'));
      caller = await findCaller(keys, readBearer(headers.get('authorization')));
      const header = (name: string) => headers.get(name) ?? undefined;
      const http = { method: 'GET', relation, search: search.slice(1), header, body: '' };
      const origin = { path: pathname, headers: Object.fromEntries(headers), isInProcess: true };
      return await run(http, caller, origin);
    } catch (error) {
      return answerError(error, caller.role, (cause) => report(cause, pathname));
    }
  };
  return (url, headers) => {
    const relation = RELATION.exec(url.pathname)?.[1];
    if (relation === undefined) return null;
    return answer(relation, url, headers).then(({ body, ...init }) => new TextResponse(body ?? '', init));
  };
}

/** A response whose text is at hand: reading it through a stream takes as long as a query. */
class TextResponse extends Response {
  private readonly content: string;

  constructor(content: string, init: ResponseInit) {
    super(null, init);
    this.content = content;
  }

  override text(): Promise<string> {
    return Promise.resolve(this.content);
  }

  override json(): Promise<unknown> {
    return this.text().then((text) => JSON.parse(text) as unknown);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new TextEncoder().encode(this.content).buffer);
  }
}
