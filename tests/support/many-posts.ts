/** Runs SQL as the superuser, e.g. `TestApp.query`. */
type RunSql = (sql: string) => Promise<unknown>;

const SEARCH_VECTOR = 'post_text.search_vector_of(title text, excerpt text, keywords text, content text)';

/**
 * Inserts `count` posts with one statement, without triggers (no revisions, activity or notification), and vacuums
 * the table. Slugs are `post-number-1` (the newest) to `post-number-<count>`; the posts are a minute
 * apart, back from now. One in ten has no category, one in a hundred is a draft, one in five is about `customs duty`.
 * Meanwhile search vectors are made without the equivalents of abbreviations, which take a millisecond a post.
 */
export async function insertManyPosts(run: RunSql, count: number): Promise<void> {
  await run(`
    do $$
    declare original text := pg_get_functiondef('post_text.search_vector_of'::regproc);
    begin
      create or replace function ${SEARCH_VECTOR} returns tsvector language sql immutable parallel safe
        return setweight(to_tsvector('pg_catalog.english', title), 'A')
          || setweight(to_tsvector('pg_catalog.english', excerpt), 'B')
          || setweight(to_tsvector('pg_catalog.english', content), 'C');
      perform set_config('session_replication_role', 'replica', true);
      ${INSERT.replace('COUNT', String(count))};
      execute original;
    end $$;
    select public.recount_posts()`);
  await run('vacuum analyze public.blog_posts');
}

const INSERT = `insert into public.blog_posts
    (title, slug, excerpt, content, status, category_id, published_at, created_at, updated_at)
  select
    'Post number ' || n || ' about ' || word,
    'post-number-' || n,
    'An excerpt about ' || word || ' and ' || other || '.',
    '<h2>About ' || word || '</h2><p>' || repeat('The text of post ' || n || ' tells of ' || word || ' and ' || other || '. ', 8) || '</p>',
    case when n % 100 = 0 then 'draft' else 'published' end,
    case when n % 10 <> 0 then categories.ids[1 + n % greatest(1, cardinality(categories.ids))] end,
    case when n % 100 <> 0 then now() - n * interval '1 minute' end,
    now() - n * interval '1 minute',
    now() - n * interval '1 minute'
  from (
    select n,
      (array['customs duty', 'bonded factories', 'refunds of tax', 'rules of origin', 'import licences'])[1 + n % 5] as word,
      'subject' || n % 997 as other
    from generate_series(1, COUNT) as n
  ) as numbers, (select array_agg(id order by id) as ids from public.categories) as categories`;
