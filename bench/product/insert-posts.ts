import pg from 'pg';
import type { App } from './app.ts';

/** How many connections insert at the same time: the generated columns of a post cost processor time. */
const CONNECTIONS = 2;
const ROWS_AT_ONCE = 1000;

/**
 * Rows $1 to $2 of posts with the text of a sample post each, published one an hour before now and before, spread over
 * the categories.
 */
const INSERT = `insert into public.blog_posts (title, slug, excerpt, content, status, category_id, published_at, created_at)
  select 'Bench post number ' || n, 'bench-post-' || n, 'The excerpt of post ' || n || ', as long as a sentence of a card.',
    '<p>' || repeat('A sentence of the text of post ' || n || ', with some words about customs. ', 8) || '</p>', 'published',
    (select id from public.categories order by id offset n % (select count(*) from public.categories) limit 1),
    now() - n * interval '1 hour' - interval '1 minute', now() - n * interval '1 hour'
  from generate_series($1::int, $2::int) n`;

/** Looks for fifty abbreviations in each text when a post is written: minutes for 100,000 posts. */
const SLOW_FUNCTION = 'public.with_equivalents(text)';
const FAST_FUNCTION = `create or replace function public.with_equivalents(words text) returns text
  language sql immutable strict parallel safe return words`;

/**
 * Inserts published posts without triggers (versions, activity) and without the equivalents of abbreviations for the
 * search, then updates the statistics of the planner.
 */
export async function insertPosts(app: App, count: number): Promise<void> {
  const [{ definition } = {}] = await app.query('select pg_get_functiondef(to_regprocedure($1)) as definition', [
    SLOW_FUNCTION,
  ]);
  if (definition) await app.query(FAST_FUNCTION);
  await app.query('alter table public.blog_posts disable trigger user');
  let next = 1;
  const insert = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: app.databaseUrl('postgres') });
    await client.connect();
    try {
      // Lost by a crash of the machine, at most.
      await client.query('set synchronous_commit = off');
      while (next <= count) {
        const first = next;
        next += ROWS_AT_ONCE;
        await client.query(INSERT, [first, Math.min(count, first + ROWS_AT_ONCE - 1)]);
      }
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, insert));
  await app.query('alter table public.blog_posts enable trigger user');
  // The counts of posts are kept by a trigger; the version that is compared with may have none.
  const [{ recounts } = {}] = await app.query(
    `select to_regprocedure('public.recount_posts()') is not null as recounts`,
  );
  if (recounts) await app.query('select public.recount_posts()');
  if (typeof definition === 'string') await app.query(definition);
  await app.query('vacuum analyze public.blog_posts');
}

export const insertedPath = (n: number): string => `/blog/bench-post-${n}`;
