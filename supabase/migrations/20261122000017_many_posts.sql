-- Lists, counts and search of many posts (docs/decisions/0027).

-- The dashboard orders posts by each of these, with the id as the second order.
drop index public.blog_posts_created;
create index blog_posts_created on public.blog_posts (created_at desc, id);
create index blog_posts_by_publication on public.blog_posts (published_at desc nulls last, id);
create index blog_posts_title on public.blog_posts (title, id);
-- Counts by status, and of everything that a caller may read: it has the columns of the policies.
create index blog_posts_status on public.blog_posts (status, published_at);

-- Used where `@@` is leakproof (platform/search.sql) or the caller is not subject to row-level security.
create index blog_posts_search on public.blog_posts using gin (search);

-- How many published posts each category has, scheduled ones included. Posts without a category have the zero UUID.
create table public.post_totals (
  category_id uuid primary key,
  published integer not null
);
alter table public.post_totals enable row level security;
revoke all on public.post_totals from anon, authenticated;

create function public.recount_posts() returns void
  language sql security definer set search_path = ''
  begin atomic
    delete from public.post_totals;
    insert into public.post_totals
      select coalesce(category_id, '00000000-0000-0000-0000-000000000000'), count(*)
      from public.blog_posts where status = 'published' and published_at is not null
      group by 1;
  end;

create function public.keep_post_totals() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  without_category constant uuid := '00000000-0000-0000-0000-000000000000';
  gained uuid[] := '{}';
  lost uuid[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    delete from public.post_totals;
    return null;
  end if;
  if tg_op <> 'DELETE' then
    gained := array(select coalesce(category_id, without_category) from added
      where status = 'published' and published_at is not null);
  end if;
  if tg_op <> 'INSERT' then
    lost := array(select coalesce(category_id, without_category) from removed
      where status = 'published' and published_at is not null);
  end if;
  -- A change of neither status nor category, such as an autosave, writes nothing. The order prevents deadlocks.
  insert into public.post_totals as t (category_id, published)
    select id, sum(change) from (
      select unnest(gained) as id, 1 as change union all select unnest(lost), -1
    ) as c group by id having sum(change) <> 0 order by id
  on conflict (category_id) do update set published = t.published + excluded.published;
  return null;
end
$$;

create trigger keep_post_totals_inserted after insert on public.blog_posts
  referencing new table as added for each statement execute function public.keep_post_totals();
create trigger keep_post_totals_updated after update on public.blog_posts
  referencing old table as removed new table as added for each statement execute function public.keep_post_totals();
create trigger keep_post_totals_deleted after delete on public.blog_posts
  referencing old table as removed for each statement execute function public.keep_post_totals();
create trigger keep_post_totals_truncated after truncate on public.blog_posts
  for each statement execute function public.keep_post_totals();

-- For data that was loaded without triggers.
revoke execute on function public.recount_posts(), public.keep_post_totals() from public, anon, authenticated;
select public.recount_posts();

-- How many public posts each category has: published, and due. A row without a category counts the posts without one.
-- It runs as its owner, past row-level security: the numbers are those of posts that everyone may read.
create view public.post_counts with (security_barrier) as
  select
    nullif(t.category_id, '00000000-0000-0000-0000-000000000000') as category_id,
    t.published - (
      select count(*)::integer from public.blog_posts p
      where p.status = 'published' and p.published_at > now()
        and coalesce(p.category_id, '00000000-0000-0000-0000-000000000000') = t.category_id
    ) as posts
  from public.post_totals t;
revoke all on public.post_counts from anon, authenticated, service_role;
grant select on public.post_counts to anon, authenticated, service_role;
