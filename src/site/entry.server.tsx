import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from 'react-router';
import { scriptNonce } from './gateway/load-context.server.ts';
import { keepTerms } from './ui/unbroken.tsx';
import { hydrates } from './route-table.ts';
import { ScriptNonce } from './ui/script-nonce.ts';

export { createLoadContext } from './gateway/load-context.server.ts';

/** Logs our errors. A method that a page does not accept is a client error and is not logged. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) console.error(error);
}

/** Renders a page completely; nothing is streamed, because all content of a public page is in its HTML. */
export default async function handleRequest(
  request: Request,
  responseStatusCode: number,
  responseHeaders: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(scriptNonce) || undefined;
  const page = (
    <ScriptNonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </ScriptNonce>
  );
  const { html, hasFailed } = await renderCompletely(page, nonce, request.signal);
  responseHeaders.set('Content-Type', 'text/html; charset=utf-8');
  const runsReact = hydrates(new URL(request.url).pathname);
  return new Response(runsReact ? html : keepTerms(html), {
    status: hasFailed ? 500 : responseStatusCode,
    headers: responseHeaders,
  });
}

/** Renders to one text. Node's streams take half the time of web streams. Throws when nothing could be rendered. */
function renderCompletely(page: ReactNode, nonce: string | undefined, signal: AbortSignal) {
  return new Promise<{ html: string; hasFailed: boolean }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let hasFailed = false;
    const collected = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final: (done) => {
        resolve({ html: Buffer.concat(chunks).toString(), hasFailed });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce !== undefined && { nonce }),
      onAllReady: () => pipe(collected),
      onShellError: reject,
      onError: (error) => {
        hasFailed = true;
        console.error(error);
      },
    });
    signal.addEventListener('abort', () => abort(signal.reason), { once: true });
  });
}
