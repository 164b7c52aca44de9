import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MemoryAnswer } from './memory-answer.ts';

/** Answers GET or HEAD from memory on Node's own response: 304 when the client has this form of a page or file. */
function writeAnswer(incoming: IncomingMessage, outgoing: ServerResponse, answer: MemoryAnswer): void {
  const { headers } = incoming;
  const form = answer.formFor(headers['accept-encoding']);
  const known = headers['if-none-match'];
  if (known !== undefined && isKnown(known, form.etag, answer.status)) {
    outgoing.writeHead(304, form.unchangedHeaders);
    outgoing.end();
    return;
  }
  outgoing.writeHead(answer.status, form.headers);
  if (incoming.method === 'HEAD') outgoing.end();
  else outgoing.end(form.bytes);
}

/** The same as a Response of the Fetch API. */
export function toResponse(request: Request, answer: MemoryAnswer): Response {
  const form = answer.formFor(request.headers.get('Accept-Encoding') ?? undefined);
  const known = request.headers.get('If-None-Match');
  if (known !== null && isKnown(known, form.etag, answer.status)) {
    return new Response(null, { status: 304, headers: inPairs(form.unchangedHeaders) });
  }
  const body = request.method === 'HEAD' ? null : form.bytes;
  return new Response(body, { status: answer.status, headers: inPairs(form.headers) });
}

/** If-None-Match (RFC 9110 §13.1.2) compares weakly: a CDN that compresses makes our ETags weak. */
function isKnown(ifNoneMatch: string, etag: string, status: number): boolean {
  if (status !== 200) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

function inPairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, n) => (n % 2 === 0 ? [[name, flat[n + 1] ?? '']] : []));
}

/** Something that keeps complete answers by request target (path and query). */
type AnswerSource = {
  find: (target: string) => MemoryAnswer | null;
  /** Called for a GET request that was answered. */
  onRead?: ((target: string, status: number, headers: IncomingMessage['headers']) => void) | undefined;
};

/** Answers a request and returns true, or returns false for the app to answer it. */
export type MemoryListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Answers GET and HEAD from memory, before a router or a Request object exists. These answers are the same for every
 * visitor: neither cookies nor Authorization are read. A target in absolute form is left to the app, which checks its
 * host. They are counted in `counter` and by `onRead`, and nothing else: no log, no id, no time.
 */
export function createMemoryListener(
  counter: { answers: number },
  ...sources: readonly AnswerSource[]
): MemoryListener {
  return (incoming, outgoing) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false;
    const { url = '' } = incoming;
    for (const source of sources) {
      const answer = source.find(url);
      if (answer) {
        counter.answers += 1;
        writeAnswer(incoming, outgoing, answer);
        if (source.onRead && incoming.method === 'GET') source.onRead(url, answer.status, incoming.headers);
        return true;
      }
    }
    return false;
  };
}
