import { connect } from 'node:net';

export type RawAnswer = {
  status: number;
  /** Names in lower case; repeated headers are joined with `, `. */
  headers: Record<string, string>;
  /** Decoded as Latin-1; a chunked body is not joined. */
  body: string;
};

/**
 * Sends bytes over a socket exactly as given and reads the first answer until the server closes: for request lines and
 * bodies that no HTTP client would send. Add `Connection: close`. Rejects after `timeoutMs` without an end.
 */
export function sendRaw(siteUrl: string, request: string | Uint8Array, timeoutMs = 10_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`No end of the answer within ${timeoutMs} ms.`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      if (text === '') reject(new Error('The server closed the connection without an answer.'));
      else resolve(parseAnswer(text));
    });
  });
}

/** The same for a GET of a request target that is sent as it is, e.g. `//evil.example/`. */
export function getRaw(siteUrl: string, target: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const lines = Object.entries({ Host: new URL(siteUrl).host, Connection: 'close', ...headers });
  return sendRaw(
    siteUrl,
    `GET ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [name = '', ...rest] = line.split(':');
    const key = name.toLowerCase();
    const value = rest.join(':').trim();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(end + 4) };
}
