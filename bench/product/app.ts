import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#tests/support/free-port.ts';
import type { Bench } from '../bench.ts';
import { type Child, type Cores, startChild } from '../child.ts';
import { ROOT, type Tree } from '../trees/tree.ts';

/** A running product. */
export type App = {
  tree: Tree;
  url: string;
  /** Of the process that serves, or that has the workers. */
  pid: number;
  folder: string;
  anonKey: string;
  serviceRoleKey: string;
  /** The URL of its database for this login. */
  databaseUrl: (login: 'postgres' | 'authenticator') => string;
  /** Runs SQL as the superuser. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  output: () => string;
  stop: () => Promise<void>;
};

export type AppOptions = {
  cores?: Cores;
  env?: Record<string, string>;
  /** The name of its CPU profile, with `--profile`. */
  profile?: string;
};

type Secrets = {
  databasePassword: string;
  authenticatorPassword: string;
  keys: { anonKey: string; serviceRoleKey: string };
};

/**
 * Starts a version of the product on a data folder by its own command, with the flags of that version. Throws with its
 * output when it does not start.
 */
export async function startApp(bench: Bench, tree: Tree, folder: string, options: AppOptions = {}): Promise<App> {
  const node = join(tree.root, 'node_modules/.bin/node');
  const own = { PORT: String(await freePort()), DATA_DIR: folder, ...profiler(bench, tree, options), ...options.env };
  const { cores = 'all' } = options;
  const settings = { cwd: tree.root, env: own, cores, closing: bench.closing };
  const child = startChild(node, ['scripts/run.mjs', 'start'], settings);
  const [, url = ''] = await child.waitFor(/^ready (\S+)$/m);
  return describeApp(tree, folder, url, child);
}

async function describeApp(tree: Tree, folder: string, url: string, child: Child): Promise<App> {
  const readJson = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const secrets = (await readJson('secrets.json')) as Secrets;
  const { pid, databasePort } = (await readJson('running.json')) as { pid: number; databasePort: number | null };
  const databaseUrl: App['databaseUrl'] = (login) => {
    const password = login === 'postgres' ? secrets.databasePassword : secrets.authenticatorPassword;
    return `postgres://${login}:${password}@127.0.0.1:${databasePort}/postgres`;
  };
  return {
    tree,
    url,
    folder,
    databaseUrl,
    ...secrets.keys,
    pid,
    output: child.output,
    stop: child.stop,
    query: async (sql, values = []) => {
      const client = new pg.Client({ connectionString: databaseUrl('postgres') });
      await client.connect();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** Its parent writes a profile too, which is the small one. */
function profiler({ options }: Bench, { name }: Tree, { profile }: AppOptions): Record<string, string> {
  if (!options.isProfiled || profile === undefined) return {};
  const folder = join(ROOT, 'bench/results/profiles');
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${profile}-${name}-\${pid}.cpuprofile`];
  return { NODE_OPTIONS: flags.join(' ') };
}
