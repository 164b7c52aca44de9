-- The id of a post does not change. A draft of a writer that an administrator withdraws before its time is a draft of
-- theirs again.

-- Replaces the function of the editorial migration.
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
    new.id := old.id;
    new.created_at := old.created_at;
    if auth.uid() is not null then
      new.author_id := old.author_id;
      if new.status <> 'published' then
        new.published_at := old.published_at;
        -- The policies of writers tell by the date whether a post was ever public.
        if old.published_at > now() and exists (select from public.writers where user_id = old.author_id) then
          new.published_at := null;
        end if;
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

-- Replaces the function of the writers' migration: an update does not take another id either, and the ids of words and of
-- deleted items without versions are refused too.
create or replace function public.check_writers_post() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- A deleted draft is restored unchanged.
  if not public.is_writer() or current_setting('editorial.restoring', true) = new.id::text then
    return new;
  end if;
  -- What is kept of another item under this id would be read and changed with the post.
  if (tg_op = 'UPDATE' and new.id <> old.id) or (tg_op = 'INSERT'
    and not exists (select from public.blog_posts where id = new.id)
    and (exists (select from public.post_revisions where post_id = new.id)
      or exists (select from public.deleted_items where row_id = new.id)
      or exists (select from public.site_words where id = new.id))) then
    raise insufficient_privilege using message = 'This id belongs to another item.';
  end if;
  if new.reviewer is distinct from (case when tg_op = 'UPDATE' then old.reviewer end) then
    raise insufficient_privilege using message = 'Only an administrator names the reviewer of a post.';
  end if;
  if exists (select from public.blog_posts where slug = new.slug and id <> new.id) then
    -- A number that the post got earlier stays.
    new.slug := case when tg_op = 'UPDATE' and old.slug ~ ('^' || new.slug || '-[0-9]+$') then old.slug
      else public.free_slug('blog_posts', new.slug) end;
  end if;
  return new;
end
$$;

-- Drafts that were withdrawn earlier.
alter table public.blog_posts disable trigger user;
update public.blog_posts set published_at = null
  where status = 'draft' and published_at > now() and author_id in (select user_id from public.writers);
alter table public.blog_posts enable trigger user;
