import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './root.ts';
import { findProgram } from './find-program.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

const run = promisify(execFile);

/** The path of nginx and whether it can be tested here, with the reason where not. */
export function findNginx(): { program: string; missing: null } | { program: null; missing: string } {
  const program = findProgram('nginx');
  if (program === null) return { program, missing: 'nginx is not installed' };
  if (findProgram('openssl')) return { program, missing: null };
  return { program: null, missing: 'openssl is not installed, which makes the certificate' };
}

export type Nginx = {
  /** PEM of the certificate, which signs itself. */
  certificate: string;
  logged: () => Promise<string>;
  stop: () => Promise<void>;
};

export type NginxPorts = { http: number; https: number; site: number };

/**
 * Starts nginx with the configuration of deploy/nginx, in which only the name, the ports and the paths of the
 * certificate are replaced. Throws with its errors when it does not accept the configuration.
 */
export async function startNginx(program: string, ports: NginxPorts): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  await Promise.all(TEMPORARY.map((name) => mkdir(join(folder, name))));
  await makeCertificate(folder);
  const delivered = await readFile(join(ROOT, 'deploy/nginx/india-going-global.conf'), 'utf8');
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, around(folder, adapt(delivered, folder, ports)));
  await run(program, ['-t', '-q', '-p', folder, '-c', configuration]);
  const child = spawn(program, ['-p', folder, '-c', configuration], { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitFor(() => fetch(`http://127.0.0.1:${ports.http}/`, { redirect: 'manual' }).catch(() => null));
  return {
    certificate: await readFile(join(folder, 'certificate.pem'), 'utf8'),
    logged: () => readFile(join(folder, ERROR_LOG), 'utf8'),
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ERROR_LOG = 'error.log';
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function makeCertificate(folder: string): Promise<unknown> {
  return run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'certificate.pem'),
  ]);
}

/** The delivered file for this machine. Throws where it has not exactly what is replaced. */
function adapt(delivered: string, folder: string, { http, https, site }: NginxPorts): string {
  const replacements: [from: string, to: string][] = [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${site};`],
    ['/etc/letsencrypt/live/firm.example/fullchain.pem', join(folder, 'certificate.pem')],
    ['/etc/letsencrypt/live/firm.example/privkey.pem', join(folder, 'key.pem')],
    ['/var/log/nginx/error.log', join(folder, ERROR_LOG)],
  ];
  return replacements
    .reduce((text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`deploy/nginx has "${from}" not exactly once.`);
      return text.replace(from, () => to);
    }, delivered)
    .replaceAll('server_name firm.example;', 'server_name localhost 127.0.0.1;');
}

/** What the nginx.conf of a system has around the included file, with everything in `folder`. */
function around(folder: string, site: string): string {
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
  return `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr error; ${user}
events { worker_connections 256; }
http { access_log off; ${paths}
${site}
}`;
}
