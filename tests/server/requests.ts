import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFragment } from '../support/html.ts';
import type { TestApp } from '../support/test-app.ts';
import { type RawAnswer, sendRaw } from '../support/raw-http.ts';

export type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** Sends one request with only these headers, Host and Content-Length; the body is not decompressed. */
export function request(url: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const length = body === undefined && method !== 'POST' && method !== 'PUT' ? {} : { 'Content-Length': body?.length };
  const fields = Object.entries({ Host: new URL(url).host, Connection: 'close', ...length, ...headers });
  const lines = fields.map(([name, value]) => `${name}: ${value ?? 0}\r\n`).join('');
  return sendRaw(url, `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body ?? ''}`);
}

/** The bytes of the body. Only for answers with Content-Length, which are not chunked. */
export function bodyBytesOf({ body }: RawAnswer): Buffer {
  return Buffer.from(body, 'latin1');
}

/** The path of the stylesheet that the pages link to; its name has a hash of its content. */
export async function findStylesheet(url: string): Promise<string> {
  const html = await (await fetch(`${url}/about`)).text();
  const href = parseFragment(html)
    .map(({ attributes }) => attributes['href'] ?? '')
    .find((value) => /^\/assets\/.*\.css$/.test(value));
  if (!href) throw new Error('The page links to no stylesheet.');
  return href;
}

/** Uploads a text file to the public bucket `open`; returns its path. */
export async function uploadFile({ service }: TestApp, name: string, text: string): Promise<string> {
  await service.storage.createBucket('open', { public: true });
  const { error } = await service.storage.from('open').upload(name, new Blob([text], { type: 'text/plain' }));
  if (error) throw error;
  return `/storage/v1/object/public/open/${name}`;
}

/** The running process as `running.json` describes it. */
export async function readRunning(dataFolder: string): Promise<{ pid: number; databasePort: number }> {
  return JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8'));
}
