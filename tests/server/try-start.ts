import { spawn } from 'node:child_process';
import { ROOT, freePort, programEnv } from '../support/app-process.ts';

export type Ended = { code: number | null; output: string };

const MUST_END_WITHIN_MS = 30_000;

/**
 * Runs a start that is expected to end by itself; returns its exit code and output. An app that becomes ready, or takes
 * too long, is stopped. With `uid` it runs as that user, which only root may ask for.
 */
export async function tryStart(env: Record<string, string>, uid?: number): Promise<Ended> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: ROOT,
    env: { ...programEnv(), NODE_ENV: 'production', PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready /m.test(output)) child.kill('SIGTERM');
    });
  }
  const limit = setTimeout(() => child.kill('SIGTERM'), MUST_END_WITHIN_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  return { code, output };
}
