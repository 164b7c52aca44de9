-- Scheduled publication, revisions, restoring deleted items for thirty days, and redirects from old slugs. Callers
-- write none of these tables: triggers do.

-- Replaces the function of the content migration (specification §4): an administrator may also set the publication time
-- of a published post. Until a time in the future row-level security hides the post.
create or replace function public.keep_post_dates() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    -- A deleted post is restored unchanged. Only restore_deleted_item() sets this; callers cannot.
    if current_setting('editorial.restoring', true) = new.id::text then
      return new;
    end if;
    if auth.uid() is not null then
      new.author_id := auth.uid();
      if new.status <> 'published' then
        new.published_at := null;
      end if;
    end if;
    if new.status = 'published' then
      new.published_at := coalesce(new.published_at, now());
    end if;
  else
    new.created_at := old.created_at;
    if auth.uid() is not null then
      new.author_id := old.author_id;
      if new.status <> 'published' then
        new.published_at := old.published_at;
      end if;
    end if;
    if new.status = 'published' then
      -- An empty date keeps a past one, and changes a future one to now.
      new.published_at := coalesce(new.published_at, least(old.published_at, now()));
    end if;
    new.updated_at := now();
  end if;
  return new;
end
$$;

create index blog_posts_updated on public.blog_posts (updated_at desc, id);

-- All saved versions of a post. They are kept for as long as a deleted post can be restored.
create table public.post_revisions (
  id bigint generated always as identity primary key,
  post_id uuid not null,
  saved_at timestamptz not null default now(),
  saved_by uuid,
  saved_by_email text,
  post jsonb not null
);
create index post_revisions_newest on public.post_revisions (post_id, id desc);

-- The part of a post that an editor writes.
create function public.written_part(post public.blog_posts) returns jsonb
  language sql stable
  return to_jsonb(post)
    - array['id', 'author_id', 'created_at', 'updated_at', 'card_excerpt', 'reading_minutes', 'search'];

-- The e-mail address of the token; null for the operator.
create function public.caller_email() returns text
  language sql stable
  return auth.jwt() ->> 'email';

create function public.keep_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  written jsonb := public.written_part(new);
begin
  if written is distinct from (select post from public.post_revisions where post_id = new.id order by id desc limit 1) then
    insert into public.post_revisions (post_id, saved_by, saved_by_email, post)
      values (new.id, auth.uid(), public.caller_email(), written);
  end if;
  return null;
end
$$;
create trigger keep_revision after insert or update on public.blog_posts
  for each row execute function public.keep_revision();

-- Existing posts start with their current version.
insert into public.post_revisions (post_id, saved_at, saved_by, post)
  select id, updated_at, author_id, public.written_part(blog_posts) from public.blog_posts;

-- Slugs that a post had while it was public; they redirect to its current slug.
create table public.post_redirects (
  old_slug text primary key,
  post_id uuid not null,
  created_at timestamptz not null default now()
);
create index post_redirects_post on public.post_redirects (post_id);

create function public.keep_old_slug() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.post_redirects where old_slug = new.slug and post_id = new.id;
  if old.published_at <= now() then
    insert into public.post_redirects (old_slug, post_id) values (old.slug, new.id)
      on conflict (old_slug) do update set post_id = excluded.post_id, created_at = excluded.created_at;
  end if;
  return null;
end
$$;
create trigger keep_old_slug after update on public.blog_posts
  for each row when (old.slug is distinct from new.slug) execute function public.keep_old_slug();

-- Deleted posts, categories and testimonials, complete, for thirty days.
create table public.deleted_items (
  id bigint generated always as identity primary key,
  table_name text not null check (table_name in ('blog_posts', 'categories', 'testimonials')),
  row_id uuid not null,
  name text not null,
  item jsonb not null,
  -- The posts of a deleted category.
  posts uuid[] not null default '{}',
  deleted_at timestamptz not null default now(),
  deleted_by uuid,
  deleted_by_email text,
  -- Setting it, to any value, restores the item.
  restored_at timestamptz
);
create index deleted_items_newest on public.deleted_items (table_name, deleted_at desc);
create index deleted_items_row on public.deleted_items (row_id);

create function public.is_restorable(deleted_at timestamptz) returns boolean
  language sql stable parallel safe
  return deleted_at > now() - interval '30 days';

create function public.keep_deleted_item() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item jsonb := to_jsonb(old);
begin
  insert into public.deleted_items (table_name, row_id, name, item, posts, deleted_by, deleted_by_email)
    values (
      tg_table_name, old.id, coalesce(item ->> 'title', item ->> 'name'), item,
      case when tg_table_name = 'categories'
        then array(select id from public.blog_posts where category_id = old.id) else '{}' end,
      auth.uid(), public.caller_email()
    );
  perform public.purge_deleted_items();
  return old;
end
$$;
create trigger keep_deleted_item before delete on public.blog_posts
  for each row execute function public.keep_deleted_item();
create trigger keep_deleted_item before delete on public.categories
  for each row execute function public.keep_deleted_item();
create trigger keep_deleted_item before delete on public.testimonials
  for each row execute function public.keep_deleted_item();

-- Deletes items older than thirty days, and the revisions and redirects of posts that can no longer be restored.
create function public.purge_deleted_items() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with purged as (
    delete from public.deleted_items where not public.is_restorable(deleted_at) returning row_id
  )
  select array_agg(row_id) into gone from purged
    where not exists (select from public.blog_posts p where p.id = purged.row_id)
      and not exists (
        select from public.deleted_items d where d.row_id = purged.row_id and public.is_restorable(d.deleted_at)
      );
  delete from public.post_revisions where post_id = any (gone);
  delete from public.post_redirects where post_id = any (gone);
end
$$;

-- The slug, or the first of `slug-2`, `slug-3` … that no row of the table has.
create function public.free_slug(table_name text, slug text) returns text
  language plpgsql stable set search_path = ''
  as $$
declare
  candidate text := slug;
  n integer := 1;
  is_taken boolean;
begin
  loop
    execute format('select exists (select from public.%I where slug = $1)', table_name) into is_taken using candidate;
    if not is_taken then
      return candidate;
    end if;
    n := n + 1;
    candidate := slug || '-' || n;
  end loop;
end
$$;

-- Inserts the row again with its id and dates. A slug that is taken gets a number; a category or an author that no
-- longer exists is left out. Row-level security decides who may do it: this runs only for an update that it allowed.
create function public.restore_deleted_item() returns trigger
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
  new.restored_at := now();
  return new;
end
$$;
create trigger restore_deleted_item before update of restored_at on public.deleted_items
  for each row when (old.restored_at is null and new.restored_at is not null)
  execute function public.restore_deleted_item();

alter table public.post_revisions enable row level security;
alter table public.post_redirects enable row level security;
alter table public.deleted_items enable row level security;

revoke all on public.post_revisions, public.post_redirects, public.deleted_items from anon, authenticated, service_role;
grant select on public.post_redirects to anon, authenticated, service_role;
grant select on public.post_revisions, public.deleted_items to authenticated, service_role;
grant update (restored_at) on public.deleted_items to authenticated, service_role;

revoke execute on function public.written_part(public.blog_posts), public.caller_email(), public.keep_revision(),
  public.keep_old_slug(), public.keep_deleted_item(), public.purge_deleted_items(), public.free_slug(text, text),
  public.restore_deleted_item(), public.is_restorable(timestamptz) from public, anon, authenticated;
grant execute on function public.is_restorable(timestamptz) to authenticated, service_role;

-- Only an administrator reads revisions; nobody writes them.
create policy "an administrator reads revisions" on public.post_revisions
  for select to authenticated using ((select public.is_admin()));
-- Anyone reads redirects to published posts.
create policy "anyone reads where an old address leads" on public.post_redirects
  for select to anon, authenticated using (exists (
    select from public.blog_posts p where p.id = post_id and p.status = 'published' and p.published_at <= now()
  ));
-- Only an administrator reads deleted items, for thirty days.
create policy "an administrator reads deleted items" on public.deleted_items
  for select to authenticated using ((select public.is_admin()) and public.is_restorable(deleted_at));
-- Only an administrator restores a deleted item, once, within thirty days.
create policy "an administrator restores deleted items" on public.deleted_items
  for update to authenticated
  using ((select public.is_admin()) and restored_at is null and public.is_restorable(deleted_at))
  with check ((select public.is_admin()));
