import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'site-files';
/** The only account of s3rver. */
const KEY = 'S3RVER';
/** How s3rver names the file of an object. */
const OBJECT_FILE = '._S3rver_object';

/** An S3-compatible store. */
export type S3TestStore = {
  /** STORAGE_URL of its bucket. */
  storageUrl: string;
  port: number;
  /** The keys of all objects. */
  keys: () => Promise<string[]>;
  /** Method, path and range of the requests so far. */
  requests: { method: string; path: string; range: string | undefined }[];
  /**
   * What happens to requests: `answer` them, answer `503`, `cut` the connection before an answer, or that of the next
   * PUT only (`cut one put`), refuse the time of the next PUT (`skew one put`), `hold` them until this is set again, or
   * answer the next read or copy of an object after the next DELETE only (`one late read`).
   */
  mode: 'answer' | '503' | 'cut' | 'cut one put' | 'skew one put' | 'hold' | 'one late read';
  stop: () => Promise<void>;
};

/** Starts s3rver with an empty bucket, in this process. */
export async function startS3Store(): Promise<S3TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 's3-store-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const late: (() => void)[] = [];
  const server = createServer((request, response) => {
    store.requests.push(describe(request));
    if (store.mode === 'cut') return void request.socket.destroy();
    if (store.mode === 'cut one put' && request.method === 'PUT') {
      store.mode = 'answer';
      return void request.socket.destroy();
    }
    if (store.mode === 'skew one put' && request.method === 'PUT') {
      store.mode = 'answer';
      return void response.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>');
    }
    if (store.mode === 'one late read' && isRead(request)) {
      store.mode = 'answer';
      return void late.push(() => answer(request, response));
    }
    if (request.method === 'DELETE') response.once('close', () => late.splice(0).forEach((run) => run()));
    if (store.mode === '503') return void response.writeHead(503).end();
    if (store.mode !== 'hold') return answer(request, response);
    const wait = setInterval(() => {
      if (store.mode === 'hold') return;
      clearInterval(wait);
      answer(request, response);
    }, 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const store: S3TestStore = {
    storageUrl: `s3://${KEY}:${KEY}@127.0.0.1:${port}/${BUCKET}?tls=false`,
    port,
    keys: () => listKeys(join(directory, BUCKET)),
    requests: [],
    mode: 'answer',
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
  return store;
}

function isRead({ method, url = '', headers }: IncomingMessage): boolean {
  return url.includes('/objects/') && (method === 'GET' || headers['x-amz-copy-source'] !== undefined);
}

function describe({ method = '', url = '', headers }: IncomingMessage): S3TestStore['requests'][number] {
  return { method, path: url, range: headers.range };
}

async function listKeys(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  return files
    .filter((name) => name.endsWith(OBJECT_FILE))
    .map((name) => name.slice(0, -OBJECT_FILE.length).replaceAll(sep, '/'));
}
