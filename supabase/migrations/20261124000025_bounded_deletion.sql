-- What is deleted by age goes in small shares: a clock that is wrong must not empty a table before anybody notices.

-- How many rows of a table with so many may be deleted at a time.
create function public.deletable_share(row_count bigint) returns bigint
  language sql immutable set search_path = ''
  return greatest(20, row_count / 20);

-- Replaces the function of the old addresses: the oldest first, a share at a time.
create or replace function public.purge_deleted_items() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with purged as (
    delete from public.deleted_items where id in (
      select d.id from public.deleted_items d where not public.is_restorable(d.deleted_at)
        order by d.deleted_at limit (select public.deletable_share(count(*)) from public.deleted_items)
    ) returning id, row_id
  )
  select array_agg(row_id) into gone from purged
    where not exists (select from public.blog_posts p where p.id = purged.row_id)
      and not exists (
        select from public.deleted_items d where d.row_id = purged.row_id and public.is_restorable(d.deleted_at)
      );
  delete from public.post_revisions where post_id = any (gone);
  delete from public.post_redirects where post_id = any (gone);
  delete from public.address_redirects where post_id = any (gone);
  delete from public.post_drafts where post_id = any (gone);
end
$$;

-- Replaces the function of the people migration in the same way. Returns how many entries of the activity list went.
create or replace function public.forget_old_traces(before timestamptz) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  perform set_config('people.erasing', 'on', true);
  delete from public.activity where id in (
    select a.id from public.activity a where a.happened_at < before
      order by a.happened_at limit (select public.deletable_share(count(*)) from public.activity)
  );
  get diagnostics forgotten = row_count;
  perform set_config('people.erasing', '', true);
  perform public.purge_deleted_items();
  delete from public.post_presence where seen_at < now() - interval '1 hour';
  return forgotten;
end
$$;

revoke execute on function public.deletable_share(bigint) from public, anon, authenticated, service_role;
