import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from 'react-router';
import { scriptNonce } from './gateway/load-context.server.ts';
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
  let status = responseStatusCode;
  const nonce = loadContext.get(scriptNonce) || undefined;
  const page = (
    <ScriptNonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </ScriptNonce>
  );
  const body = await renderToReadableStream(page, {
    nonce,
    signal: request.signal,
    onError: (error) => {
      status = 500;
      console.error(error);
    },
  });
  await body.allReady;
  responseHeaders.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers: responseHeaders });
}
