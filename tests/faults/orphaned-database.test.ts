import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT, freePort, startApp } from '../support/app-process.ts';

/** Root without CAP_SYS_PTRACE, as in a container, may not see in which folder another account's process stands. */
const WITHOUT_PTRACE = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];
const canDropPtrace = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;
const MAIN = [process.execPath, '--disable-warning=ExperimentalWarning', 'src/server/main.ts'];

vi.setConfig({ testTimeout: 150_000 });

let folder: string;
/** Processes of PostgreSQL that a start should have ended. */
const leftovers: number[] = [];

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended, as it should.
  }
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orphan-'));
});
afterAll(async () => {
  for (const pid of leftovers) signal(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function environment(): Promise<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' };
}

function postmasterPid(): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** Starts the app by these words; resolves with what it has said when it is ready or has ended. */
async function startBy(words: readonly string[]): Promise<{ said: string; child: ChildProcess }> {
  const [program = '', ...args] = words;
  const child = spawn(program, args, { cwd: ROOT, env: await environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (/^ready /m.test(said)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => resolve());
  });
  return { said, child };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

test.skipIf(!canDropPtrace)(
  'a server that was left running is stopped even where its folder cannot be seen',
  async () => {
    const app = await startApp(await environment());
    leftovers.push(postmasterPid());
    await app.kill();
    const { said, child } = await startBy([...WITHOUT_PTRACE, ...MAIN]);
    await stop(child);
    expect(said).toContain('Stopped a PostgreSQL that an earlier start had left running.');
    expect(said).toMatch(/^ready /m);
  },
);

test('a backend that outlived its killed server does not keep the next one from starting', async () => {
  const app = await startApp(await environment());
  const { databasePassword: password } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  const { databasePort: port } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'));
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  leftovers.push(rows[0].pid);
  const busy = client.query('do $$ begin loop perform 1; end loop; end $$').catch(() => {});
  await sleep(500);
  const postmaster = postmasterPid();
  await app.kill();
  process.kill(postmaster, 'SIGKILL');
  const { said, child } = await startBy(MAIN);
  await stop(child);
  await busy;
  expect(said).toMatch(/^ready /m);
});

test('a lock file that a power cut left empty does not keep the server from starting', async () => {
  writeFileSync(join(folder, 'postgres/postmaster.pid'), '');
  const { said, child } = await startBy(MAIN);
  await stop(child);
  expect(said).toMatch(/^ready /m);
});
