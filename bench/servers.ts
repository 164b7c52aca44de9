import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '#tests/support/find-program.ts';
import { freePort } from '#tests/support/app-process.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { ROOT } from '#tests/support/root.ts';
import { type BenchAnswer, type Bench, type Server, send } from './app.ts';
import { startChild } from './child.ts';

/** An answer of the product that other servers send too, byte for byte. */
export type SameAnswer = { headers: Record<string, string>; body: Buffer };

/** Each server writes these itself. */
const OWN_HEADERS =
  /^(accept-ranges|age|connection|content-length|date|etag|keep-alive|last-modified|server|transfer-encoding)$/;

export function sameAnswer({ headers, body }: BenchAnswer): SameAnswer {
  const others = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
  return { headers: Object.fromEntries(others.map(([name, value]) => [name, String(value)])), body };
}

/** Starts nginx with one worker on the server's core, for one answer. */
export async function startBenchNginx({ temporary }: Bench, answer: SameAnswer): Promise<Server> {
  const port = await freePort();
  const folder = join(temporary, `nginx-${port}`);
  await mkdir(folder);
  await writeFile(join(folder, 'page'), answer.body);
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, writeNginxConfig(folder, port, answer.headers));
  const program = findProgram('nginx') ?? 'nginx';
  const child = startChild(program, ['-p', folder, '-c', configuration], { cores: 'server' });
  const url = `http://127.0.0.1:${port}/`;
  await waitFor(() => send(url).catch(() => null));
  return { url, pid: child.pid, [Symbol.asyncDispose]: child.stop };
}

export function writeNginxConfig(folder: string, port: number, headers: SameAnswer['headers']): string {
  const { 'content-type': type = 'text/html', ...others } = headers;
  const lines = Object.entries(others).map(([name, value]) => `add_header ${name} ${quote(value)};`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid; error_log ${folder}/error.log error;
events { worker_connections 4096; }
http {
  ${paths.join(' ')}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = / {
      types { }
      default_type ${quote(type)};
      ${lines.join('\n      ')}
      root ${folder};
      try_files /page =404;
    }
  }
}
`;
}

/** nginx reads $ as the start of a variable in every string, and at most 4,096 characters. */
function quote(value: string): string {
  if (value.length > 4000 || value.includes('$')) throw new Error(`nginx cannot be given: ${value}`);
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** Starts bare-node.ts for one answer. */
export async function startBareNode({ temporary }: Bench, { headers, body }: SameAnswer): Promise<Server> {
  const files = ['headers.json', 'page'].map((name) => join(temporary, `node-${body.length}-${name}`));
  await writeFile(files[0] ?? '', JSON.stringify(headers));
  await writeFile(files[1] ?? '', body);
  const child = startChild(process.execPath, [join(ROOT, 'bench/bare-node.ts'), ...files], { cores: 'server' });
  const [, url = ''] = await child.waitFor(/^ready (\S+)$/m);
  return { url, pid: child.pid, [Symbol.asyncDispose]: child.stop };
}
