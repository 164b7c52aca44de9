-- The dashboard follows the changes of other editors (docs/decisions/0034): the tables of its lists, and who is editing.
-- The realtime service reports a change to those who may read the row. A deleted row is reported by its primary key.
do $$
declare
  followed text;
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- A hosted project may publish some of them, or all tables, already.
  foreach followed in array array['blog_posts', 'categories', 'testimonials', 'post_presence'] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = followed
    ) then
      execute format('alter publication supabase_realtime add table public.%I', followed);
    end if;
  end loop;
end
$$;
