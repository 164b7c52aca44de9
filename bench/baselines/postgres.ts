import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { runToEnd } from '../child.ts';
import type { LoadResult } from '../load/wrk-output.ts';
import { findProgram } from '../programs.ts';
import type { App } from '../product/app.ts';

/** The query of the home page's posts as SQL, run as the role of a visitor: what PostgreSQL alone can reach. */
const SIX_POSTS = `select coalesce(json_agg(posts), '[]') from (
  select p.id, p.title, p.slug, p.card_excerpt, p.reading_minutes, p.featured_image_url, p.published_at, p.created_at,
    (select json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) from public.categories c where c.id = p.category_id) as categories
  from public.blog_posts p where p.status = 'published' and p.published_at <= now()
  order by p.published_at desc, p.id limit 6) posts`;

type Settings = { connections: number; seconds: number };

/** Requests the six posts from PostgreSQL itself, with pgbench where it is installed, else with node-postgres. */
export async function runPostgres(bench: Bench, app: App, settings: Settings): Promise<LoadResult> {
  const program = findProgram('pgbench');
  return program === null ? runClients(app, settings) : runPgbench(bench, program, app, settings);
}

async function runPgbench(
  { temporary, closing }: Bench,
  program: string,
  app: App,
  { connections, seconds }: Settings,
): Promise<LoadResult> {
  const file = join(temporary, 'six-posts.sql');
  await writeFile(file, `${SIX_POSTS.replaceAll('\n', ' ')};\n`);
  const { username, password, hostname, port } = new URL(app.databaseUrl('authenticator'));
  const load = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), '-f', file];
  const output = await runToEnd(program, [...load, '-h', hostname, '-p', port, '-U', username, 'postgres'], {
    env: { PGPASSWORD: password, PGOPTIONS: '-c role=anon' },
    closing,
  });
  return readPgbenchOutput(output);
}

/** Reads what pgbench prints; it has no percentiles. Throws an Error with the output when a figure is missing. */
export function readPgbenchOutput(output: string): LoadResult {
  const read = (pattern: RegExp): number => {
    const found = pattern.exec(output)?.[1];
    if (found === undefined) throw new Error(`pgbench did not print ${pattern.source}:\n${output}`);
    return Number(found);
  };
  return {
    requests: read(/number of transactions actually processed: (\d+)/),
    perSecond: read(/^tps = ([\d.]+)/m),
    p50Ms: read(/latency average = ([\d.]+) ms/),
    p99Ms: Number.NaN,
    errors: {
      status: Number(/failed transactions: (\d+)/.exec(output)?.[1] ?? 0),
      connect: 0,
      read: 0,
      write: 0,
      timeout: 0,
    },
  };
}

async function runClients(app: App, { connections, seconds }: Settings): Promise<LoadResult> {
  const options = { connectionString: app.databaseUrl('authenticator'), options: '-c role=anon' };
  const clients = Array.from({ length: connections }, () => new pg.Client(options));
  await Promise.all(clients.map((client) => client.connect()));
  const end = performance.now() + seconds * 1000;
  let requests = 0;
  const ask = async (client: pg.Client): Promise<void> => {
    while (performance.now() < end) {
      await client.query({ name: 'six-posts', text: SIX_POSTS });
      requests += 1;
    }
  };
  await Promise.all(clients.map(ask));
  await Promise.all(clients.map((client) => client.end()));
  const errors = { status: 0, connect: 0, read: 0, write: 0, timeout: 0 };
  return {
    requests,
    perSecond: requests / seconds,
    p50Ms: (connections * seconds * 1000) / requests,
    p99Ms: Number.NaN,
    errors,
  };
}
