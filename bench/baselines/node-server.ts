import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { type Cores, startChild } from '../child.ts';
import { ROOT } from '../trees/tree.ts';
import type { KeptAnswer } from './kept-answer.ts';
import type { Server } from './nginx.ts';

/** Starts bare-node.ts for one answer. */
export async function startBareNode(bench: Bench, { headers, body }: KeptAnswer): Promise<Server> {
  const folder = join(bench.temporary, `bare-node-${body.length}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'headers.json'), JSON.stringify(headers));
  await writeFile(join(folder, 'page'), body);
  return startServer(bench, 'bare-node.ts', [join(folder, 'headers.json'), join(folder, 'page')], 'server');
}

/** Starts bare-react-router.ts. */
export function startBareReactRouter(bench: Bench, cores: Cores): Promise<Server> {
  return startServer(bench, 'bare-react-router.ts', [], cores);
}

async function startServer(bench: Bench, file: string, args: string[], cores: Cores): Promise<Server> {
  const program = [join(ROOT, 'bench/baselines', file), ...args];
  const env = { NODE_ENV: 'production' };
  const child = startChild(process.execPath, program, { cwd: ROOT, env, cores, closing: bench.closing });
  const [, url = ''] = await child.waitFor(/^ready (\S+)$/m);
  return { url, pid: child.pid, stop: child.stop };
}
