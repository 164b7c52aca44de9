-- How often the page of each post was read since a day, by its path, for the list of posts. No path is left out: there
-- are as many as posts.
create function public.post_views(since date) returns jsonb
  language sql stable set search_path = ''
  as $$
  select coalesce(jsonb_object_agg(t.name, t.views), '{}') from (
    select name, sum(count) as views from public.view_counts
      where kind = 'page' and name like '/blog/%' and day >= since group by name
  ) t
$$;
revoke all on function public.post_views(date) from public, anon, authenticated, service_role;
grant execute on function public.post_views(date) to authenticated, service_role;
