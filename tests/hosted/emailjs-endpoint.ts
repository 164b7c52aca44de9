import { type IncomingMessage, type ServerResponse, createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, type Server, connect } from 'node:net';
import { json } from 'node:stream/consumers';
import tlsOptions from 'smtp-server/lib/tls-options.js';
import { HOSTED_EMAILJS_ORIGIN } from '#server/site-config.ts';

export type EmailJsRequest = { method: string; path: string; contentType: string; body: unknown };

/** A local EmailJS API, reached at the public address: through a proxy by the app, through a resolver rule by Chromium. */
export type EmailJsEndpoint = {
  /** The POST requests it received, oldest first. */
  requests: EmailJsRequest[];
  /** Sets the answer to the next requests; the default is 200 and `OK`. */
  answerWith: (status: number, text: string) => void;
  /** Variables that make Node's fetch use the proxy for https. */
  env: Record<string, string>;
  /** Command-line flags that make Chromium connect here instead. */
  browserFlags: string[];
  stop: () => Promise<void>;
};

const { hostname: HOST } = new URL(HOSTED_EMAILJS_ORIGIN);
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type',
};

export async function openEmailJsEndpoint(): Promise<EmailJsEndpoint> {
  const requests: EmailJsRequest[] = [];
  let answer = { status: 200, text: 'OK' };
  // smtp-server's test certificate for localhost; both clients are told not to verify it.
  const api = createServer(tlsOptions({}), (request, response) => {
    void record(request, response, requests, () => answer);
  });
  const apiPort = await listen(api);
  const proxy = createProxy().on('connect', ({ url }, socket) => {
    if (url !== `${HOST}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const target = connect(apiPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const [one, other] of [[socket, target] as const, [target, socket] as const]) {
      one.on('error', () => other.destroy());
    }
  });
  const proxyPort = await listen(proxy);
  return {
    requests,
    answerWith: (status, text) => (answer = { status, text }),
    env: {
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    },
    browserFlags: [`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${apiPort}`, '--ignore-certificate-errors'],
    stop: async () => {
      api.closeAllConnections();
      proxy.closeAllConnections();
      await Promise.all([api, proxy].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function record(
  request: IncomingMessage,
  response: ServerResponse,
  requests: EmailJsRequest[],
  answer: () => { status: number; text: string },
): Promise<void> {
  const { method = '', url = '', headers } = request;
  if (method === 'OPTIONS') return void response.writeHead(204, CORS).end();
  const body = await json(request);
  requests.push({ method, path: url, contentType: headers['content-type'] ?? '', body });
  const { status, text } = answer();
  response.writeHead(status, { ...CORS, 'Content-Type': 'text/plain' }).end(text);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
