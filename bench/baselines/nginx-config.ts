import type { KeptAnswer } from './kept-answer.ts';

/** The longest parameter that nginx reads in a configuration file, less the quotes. */
const MAX_PARAMETER = 4000;

export type NginxSettings = { folder: string; port: number; headers: KeptAnswer['headers']; isRoot: boolean };

/**
 * One worker that sends the file `page` in `folder` for `/`, with these headers: no access log, sendfile, connections
 * that stay open. Throws an Error for a header that nginx could not be given.
 */
export function writeNginxConfig({ folder, port, headers, isRoot }: NginxSettings): string {
  const { 'content-type': type = 'text/html', ...others } = headers;
  const lines = Object.entries(others).map(([name, value]) => `      add_header ${name} ${quote(value)};`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off;
worker_processes 1;
${isRoot ? 'user root;\n' : ''}pid ${folder}/nginx.pid;
error_log ${folder}/error.log error;
events { worker_connections 4096; }
http {
${paths.join('\n')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = / {
      types { }
      default_type ${quote(type)};
${lines.join('\n')}
      root ${folder};
      try_files /page =404;
    }
  }
}
`;
}

/** nginx reads $ as the start of a variable in every string. */
function quote(value: string): string {
  if (value.length > MAX_PARAMETER || value.includes('$')) throw new Error(`nginx cannot be given: ${value}`);
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
