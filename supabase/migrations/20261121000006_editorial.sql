-- What an editor needs beyond the forms: a moment to publish at, every saved version of a post, what was deleted within
-- thirty days, and the addresses that a post once had. Callers write none of it: triggers do.

-- Replaces the rule of the content migration: as there (specification §4), and an administrator may give a published
-- post its moment. One in the future hides the post, by row-level security, until then.
create or replace function public.keep_post_dates() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    -- A deleted post comes back as it was; only restore_deleted_item() says so, callers cannot.
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
      -- Taking the date away keeps one that has passed, and brings one that has not to this moment.
      new.published_at := coalesce(new.published_at, least(old.published_at, now()));
    end if;
    new.updated_at := now();
  end if;
  return new;
end
$$;

create index blog_posts_updated on public.blog_posts (updated_at desc, id);

-- Every version of a post that was saved: who, when, what. They outlive their post for as long as it can be restored.
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

-- The caller's address, as the token says it; null for the operator.
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

-- Posts that are older than this table begin with the version that stands.
insert into public.post_revisions (post_id, saved_at, saved_by, post)
  select id, updated_at, author_id, public.written_part(blog_posts) from public.blog_posts;

-- Addresses that a post had while it was public; they lead to the one it has now.
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

-- Deleted posts, categories and testimonials, whole, for thirty days.
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
  -- Setting it, to whatever moment, is what restores the item.
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

-- Ends what is older than thirty days, and what hung on posts that are gone for good.
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

-- The slug, or the first of `slug-2`, `slug-3` … that no other row of the table has.
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

-- Puts the row back with its id and dates. Its slug gets a number where another row took it meanwhile; a category or an
-- author that is gone is left out. Who may do it, row-level security decides: this runs only where it let the update pass.
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

-- Only an administrator reads the versions of a post; nobody writes them.
create policy "an administrator reads revisions" on public.post_revisions
  for select to authenticated using ((select public.is_admin()));
-- Anyone reads where an old address leads, as long as the post is public.
create policy "anyone reads where an old address leads" on public.post_redirects
  for select to anon, authenticated using (exists (
    select from public.blog_posts p where p.id = post_id and p.status = 'published' and p.published_at <= now()
  ));
-- Only an administrator reads what was deleted, for thirty days.
create policy "an administrator reads deleted items" on public.deleted_items
  for select to authenticated using ((select public.is_admin()) and public.is_restorable(deleted_at));
-- Only an administrator restores a deleted item, once, within thirty days.
create policy "an administrator restores deleted items" on public.deleted_items
  for update to authenticated
  using ((select public.is_admin()) and restored_at is null and public.is_restorable(deleted_at))
  with check ((select public.is_admin()));
