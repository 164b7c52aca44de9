import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import type { Bench } from '../bench.ts';
import { startChild } from '../child.ts';
import { send } from '../product/requests.ts';
import type { KeptAnswer } from './kept-answer.ts';
import { writeNginxConfig } from './nginx-config.ts';

export type Server = { url: string; pid: number; stop: () => Promise<void> };

/** Starts nginx with one worker on the server's core, for one answer. `program` is its path. */
export async function startNginx(
  { temporary, closing }: Bench,
  program: string,
  { headers, body }: KeptAnswer,
): Promise<Server> {
  const port = await freePort();
  const folder = join(temporary, `nginx-${port}`);
  await mkdir(folder);
  await writeFile(join(folder, 'page'), body);
  const isRoot = process.getuid?.() === 0;
  await writeFile(join(folder, 'nginx.conf'), writeNginxConfig({ folder, port, headers, isRoot }));
  const child = startChild(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { cores: 'server', closing });
  const url = `http://127.0.0.1:${port}/`;
  const isReady = () =>
    send(url).then(
      ({ status }) => status === 200,
      () => false,
    );
  await waitFor(isReady).catch(() => {
    throw new Error(`nginx did not start:\n${child.output()}`);
  });
  return { url, pid: child.pid, stop: child.stop };
}
