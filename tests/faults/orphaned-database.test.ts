import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/root.ts';
import { freePort, startApp, programEnv } from '../support/app-process.ts';
import { databaseUrlOf } from '../server/database.ts';
import { connectTo } from '../support/external-database.ts';
import { spawnProgram } from '../support/run-program.ts';
import { fillDataFolder } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';

/** Root without CAP_SYS_PTRACE, as in a container, cannot read the working directory of another account's process. */
const WITHOUT_PTRACE = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];
const canDropPtrace = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;
const MAIN = [process.execPath, '--disable-warning=ExperimentalWarning', 'src/server/main.ts'];

const folder = folderForTests();
/** PostgreSQL processes that a start should have ended; killed after the tests. */
const leftovers: number[] = [];

/** Returns whether there is such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
beforeAll(async () => {
  await fillDataFolder(folder);
});
afterAll(async () => {
  for (const pid of leftovers) signal(pid, 'SIGKILL');
});

async function environment(): Promise<Record<string, string>> {
  return { ...programEnv(), DATA_DIR: folder, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' };
}

function postmasterPid(): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** Runs a command that starts the app; resolves with its output once it is ready or has ended. */
async function startBy(command: readonly string[]): Promise<{ output: string; child: ChildProcess }> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: ROOT, env: await environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  await new Promise<void>((resolve) => {
    const append = (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready /m.test(output)) resolve();
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('close', () => resolve());
  });
  return { output, child };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

test.skipIf(!canDropPtrace)('an orphaned server is stopped even if its working directory cannot be read', async () => {
  const app = await startApp(await environment());
  leftovers.push(postmasterPid());
  await app.kill();
  const { output, child } = await startBy([...WITHOUT_PTRACE, ...MAIN]);
  await stop(child);
  expect(output).toContain('Stopped a PostgreSQL that an earlier start had left running.');
  expect(output).toMatch(/^ready /m);
});

test('a backend that outlives its killed server does not prevent the next start', async () => {
  const app = await startApp(await environment());
  const client = await connectTo(await databaseUrlOf({ dataFolder: folder }));
  const { rows } = await client.query('select pg_backend_pid() as pid');
  leftovers.push(rows[0].pid);
  const busy = client.query('do $$ begin loop perform 1; end loop; end $$').catch(() => {});
  await sleep(500);
  const postmaster = postmasterPid();
  await app.kill();
  process.kill(postmaster, 'SIGKILL');
  const { output, child } = await startBy(MAIN);
  await stop(child);
  await busy;
  expect(output).toMatch(/^ready /m);
});

test('an empty lock file, as left by a power cut, does not prevent the next start', async () => {
  writeFileSync(join(folder, 'postgres/postmaster.pid'), '');
  const { output, child } = await startBy(MAIN);
  await stop(child);
  expect(output).toMatch(/^ready /m);
});

test.each([
  ['admin', 'list'],
  ['people', 'delete', 'nobody@firm.example'],
  ['export', join(tmpdir(), 'never-exported')],
  ['doctor'],
])(
  'a command on a stopped site that gets SIGINT, also twice as from npm, leaves no PostgreSQL: %s',
  async (name, ...words) => {
    const { child, ended } = spawnProgram([`src/cli/${name}.ts`, ...words], { DATA_DIR: folder });
    const lockFile = join(folder, 'postgres/postmaster.pid');
    const pid = await waitFor(() => existsSync(lockFile) && postmasterPid());
    leftovers.push(pid);
    for (let times = 0; times < 2; times += 1) child.kill('SIGINT');
    expect([(await ended).code, signal(pid, 0)]).toEqual([1, false]);
  },
);
