import { readFile, readdir, readlink } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The workers of a primary process, in the order of their start. Linux only. */
export const workersOf = (primary: number): Promise<number[]> => childrenOf(primary, 'src/server/main.ts');

/** The processes of this program that a process has started. Linux only. */
export async function childrenOf(primary: number, program: string): Promise<number[]> {
  const children = await readFile(`/proc/${primary}/task/${primary}/children`, 'utf8').catch(() => '');
  const pids = children.trim().split(' ').filter(Boolean).map(Number);
  const runsProgram = async (pid: number) =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(program);
  const found = await Promise.all(pids.map(async (pid) => ((await runsProgram(pid)) ? [pid] : [])));
  return found.flat();
}

/** One connection to the site, which one worker serves. */
export type HttpConnection = {
  get: (path: string) => Promise<{ status: number; body: string }>;
  /** The worker that serves it, of these; undefined when none does. */
  servedBy: (workers: readonly number[]) => Promise<number | undefined>;
  close: () => void;
};

/** Opens a connection that stays open between its requests. */
export function openConnection(url: string): HttpConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let port = 0;
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        const sent = request(url + path, { agent }, (answer) => {
          port = (answer.socket.address() as AddressInfo).port;
          let body = '';
          answer.setEncoding('utf8').on('data', (text: string) => (body += text));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        });
        sent.on('error', reject).end();
      }),
    servedBy: async (workers) => {
      const inode = await inodeOf(Number(new URL(url).port), port);
      for (const pid of workers) if ((await socketsOf(pid)).has(`socket:[${inode}]`)) return pid;
      return undefined;
    },
    close: () => agent.destroy(),
  };
}

/** The inode of the server's side of a connection on loopback (proc(5), /proc/net/tcp). */
async function inodeOf(serverPort: number, clientPort: number): Promise<string | undefined> {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return lines.find(
    ([, local, remote]) => local?.endsWith(`:${hex(serverPort)}`) && remote?.endsWith(`:${hex(clientPort)}`),
  )?.[9];
}

async function socketsOf(pid: number): Promise<Set<string>> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => ''));
  return new Set(await Promise.all(targets));
}
