import { Agent, request } from 'node:http';

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

export type RequestOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Without one each request opens a connection. */
  agent?: Agent;
};

/** One request over HTTP/1.1. Unlike fetch it leaves the body encoded, and the agent decides about the connection. */
export function send(url: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, agent = new Agent() } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The same; throws an Error for an answer of 400 and above. */
export async function sendOrThrow(url: string, options: RequestOptions = {}): Promise<Answer> {
  const answer = await send(url, options);
  if (answer.status < 400) return answer;
  throw new Error(`${options.method ?? 'GET'} ${url} was answered with ${answer.status}: ${answer.body.toString()}`);
}

/** An agent with one connection that stays open. */
export const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
