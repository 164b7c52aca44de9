import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '#tests/support/root.ts';
import { freePort } from '#tests/support/app-process.ts';
import { type Cores, runToEnd, startChild } from './child.ts';

/** What all measurements share. */
export type Bench = {
  /** Fewer and shorter rounds. */
  isQuick: boolean;
  /** A folder that is removed at the end. */
  temporary: string;
  /** Tells the person at the terminal what is going on. */
  say: (line: string) => void;
};

export type Server = { url: string; pid: number } & AsyncDisposable;

/** The running product. */
export type App = Server & {
  folder: string;
  anonKey: string;
  /** Of the superuser. */
  databaseUrl: string;
  /** Runs SQL as the superuser. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
};

type AppOptions = { folder?: string; cores?: Cores; env?: Record<string, string> };

/** Starts the product as `npm start` does, on a new data folder with the sample content unless it is given one. */
export async function startBenchApp(bench: Bench, { folder, cores = 'all', env }: AppOptions = {}): Promise<App> {
  const dataFolder = folder ?? (await newDataFolder(bench));
  const settings = { PORT: String(await freePort()), DATA_DIR: dataFolder, ...env };
  const child = startChild(process.execPath, ['scripts/run.mjs', 'start'], { cwd: ROOT, env: settings, cores });
  const [, url = ''] = await child.waitFor(/^ready (\S+)$/m);
  const readJson = async (name: string) => JSON.parse(await readFile(join(dataFolder, name), 'utf8'));
  const { databasePassword, keys } = await readJson('secrets.json');
  const { pid, databasePort } = await readJson('running.json');
  const databaseUrl = `postgres://postgres:${databasePassword}@127.0.0.1:${databasePort}/postgres`;
  const pool = new pg.Pool({ connectionString: databaseUrl });
  return {
    url,
    pid,
    folder: dataFolder,
    anonKey: keys.anonKey,
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await child.stop();
    },
    databaseUrl,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
  };
}

let copies = 0;

/** A new data folder as the first start makes it. */
export async function newDataFolder(bench: Bench): Promise<string> {
  const template = join(bench.temporary, 'data');
  if (!existsSync(template)) {
    await mkdir(template);
    await (await startBenchApp(bench, { folder: template }))[Symbol.asyncDispose]();
  }
  const folder = `${template}-${(copies += 1)}`;
  // fs.cp does not keep the owner, and under root the database belongs to another account.
  await runToEnd('cp', ['-a', template, folder]);
  return folder;
}

/** Starts another process on the database of `first`, for the same public address. */
export async function startSecondProcess(bench: Bench, first: App): Promise<App> {
  const folder = `${first.folder}-second`;
  await mkdir(folder);
  await copyFile(join(first.folder, 'secrets.json'), join(folder, 'secrets.json'));
  return startBenchApp(bench, { folder, env: { DATABASE_URL: first.databaseUrl, SITE_URL: first.url } });
}

/** Creates an administrator with the operator's command and signs in. Returns the headers of a signed-in request. */
export async function signInAdministrator(app: App): Promise<Record<string, string>> {
  const email = 'bench@firm.example';
  const args = ['--disable-warning=ExperimentalWarning', 'src/cli/admin.ts', 'create', email];
  const said = await runToEnd(process.execPath, args, { cwd: ROOT, env: { DATA_DIR: app.folder } });
  const headers = { apikey: app.anonKey, 'Content-Type': 'application/json' };
  const { body } = await send(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: /^ {2}(\S+)$/m.exec(said)?.[1] }),
  });
  return { ...headers, Authorization: `Bearer ${JSON.parse(body.toString()).access_token}` };
}

export type BenchAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };
type RequestOptions = { method?: string; headers?: OutgoingHttpHeaders; body?: string; agent?: Agent };

/**
 * One request over HTTP/1.1. Unlike fetch it leaves the body encoded, and the agent decides about the connection. Throws
 * an Error for an answer of 400 and above.
 */
export function send(url: string, options: RequestOptions = {}): Promise<BenchAnswer> {
  const { method = 'GET', headers = {}, body, agent = new Agent() } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      const status = answer.statusCode ?? 0;
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const received = { status, headers: answer.headers, body: Buffer.concat(chunks) };
        if (status < 400) resolve(received);
        else reject(new Error(`${method} ${url} was answered with ${status}: ${received.body.toString()}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
