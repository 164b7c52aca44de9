import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type Clone, INSTALL, type Running, makeClone } from './clone.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** In place of the site: stops as it does, a second after the signal, and keeps a record. */
const SITE = `import { appendFileSync, writeFileSync } from 'node:fs';
let isStopping = false;
const stop = (why) => {
  if (isStopping) return;
  isStopping = true;
  appendFileSync('record.txt', why + ' ');
  setTimeout(() => { appendFileSync('record.txt', 'stopped'); process.exit(0); }, 1000);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
process.on('SIGHUP', () => appendFileSync('record.txt', 'SIGHUP '));
process.on('disconnect', () => stop('disconnect'));
setInterval(() => {}, 1000);
writeFileSync('pid.txt', String(process.pid));`;

const npm = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim();

async function startByNpm(program = npm, args: readonly string[] = []): Promise<{ clone: Clone; started: Running }> {
  const clone = await makeClone(INSTALL);
  await mkdir(join(clone.folder, 'src/server'), { recursive: true });
  await writeFile(join(clone.folder, 'src/server/main.ts'), SITE);
  // A variable of the npm that runs the tests would be taken for that of this one.
  const started = clone.spawn(program, [...args, 'start'], { npm_lifecycle_event: '', _: program });
  await expect.poll(() => existsSync(join(clone.folder, 'pid.txt')), LONG).toBe(true);
  const pid = Number(await readFile(join(clone.folder, 'pid.txt'), 'utf8'));
  onTestFinished(() => {
    if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
  });
  return { clone, started };
}

const recordOf = ({ folder }: Clone) => readFile(join(folder, 'record.txt'), 'utf8').catch(() => '');
async function isServing({ folder }: Clone): Promise<boolean> {
  const pid = await readFile(join(folder, 'pid.txt'), 'utf8');
  return existsSync(`/proc/${pid}`);
}

describe.runIf(process.platform === 'linux' && npm !== '')('npm start', () => {
  test('ends at SIGTERM after the site has stopped', async () => {
    const { clone, started } = await startByNpm();
    const ended = once(started.child, 'exit');
    started.child.kill('SIGTERM');
    await ended;
    expect(await recordOf(clone)).toBe('SIGTERM stopped');
  });

  test('that is killed takes the site with it', async () => {
    const { clone, started } = await startByNpm();
    started.child.kill('SIGKILL');
    await waitFor(async () => !(await isServing(clone)));
    expect(await recordOf(clone)).toBe('SIGTERM stopped');
  });

  test('under nohup leaves the site running when a hangup ends npm', async () => {
    const { clone, started } = await startByNpm('nohup', [npm]);
    const ended = once(started.child, 'exit');
    started.child.kill('SIGHUP');
    await ended;
    // Longer than the process between them needs to notice that npm is gone.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await recordOf(clone)).toBe('');
    expect(await isServing(clone)).toBe(true);
  });
});
