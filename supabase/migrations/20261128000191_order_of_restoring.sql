-- Deleted items come back whole, in whatever order they are restored.

-- Replaces the function of the editorial migration: a post and its category may both be deleted.
create or replace function public.restore_deleted_item() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item jsonb := old.item;
  columns text;
begin
  if item ? 'slug' then
    item := item || jsonb_build_object('slug', public.free_slug(old.table_name, item ->> 'slug'));
  end if;
  if old.table_name = 'blog_posts' then
    -- A category that is restored later takes the post back.
    update public.deleted_items set posts = posts || old.row_id
      where table_name = 'categories' and row_id = (old.item ->> 'category_id')::uuid and restored_at is null;
    item := item || jsonb_build_object(
      'category_id', (select id from public.categories where id = (item ->> 'category_id')::uuid),
      'author_id', (select id from auth.users where id = (item ->> 'author_id')::uuid)
    );
  end if;
  select string_agg(quote_ident(attname), ', ') into columns from pg_catalog.pg_attribute
    where attrelid = format('public.%I', old.table_name)::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' and item ? attname;
  perform set_config('editorial.restoring', old.row_id::text, true);
  execute format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', old.table_name, columns
  ) using item;
  perform set_config('editorial.restoring', '', true);
  update public.blog_posts set category_id = old.row_id where id = any (old.posts) and category_id is null;
  -- Posts that are restored later.
  update public.deleted_items d set item = d.item || jsonb_build_object('category_id', old.row_id)
    where table_name = 'blog_posts' and row_id = any (old.posts) and restored_at is null and d.item ->> 'category_id' is null;
  new.restored_at := now();
  return new;
end
$$;

-- Replaces the function of the reviews' migration: what belongs to a post that is restored meanwhile stays.
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
    ) returning row_id
  )
  select array_agg(row_id) into gone from purged;
  -- A statement of its own, which sees what the deletion waited for.
  select array_agg(row_id) into gone from unnest(gone) as purged (row_id)
    where not exists (select from public.blog_posts p where p.id = purged.row_id)
      and not exists (
        select from public.deleted_items d where d.row_id = purged.row_id and public.is_restorable(d.deleted_at)
      );
  delete from public.post_revisions where post_id = any (gone);
  delete from public.post_redirects where post_id = any (gone);
  delete from public.address_redirects where post_id = any (gone);
  delete from public.post_drafts where post_id = any (gone);
  delete from public.post_reviews where post_id = any (gone);
  delete from public.post_comments where post_id = any (gone);
end
$$;
