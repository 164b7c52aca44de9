-- Saving by the editor itself: pending drafts of published posts, who is editing a post, and versions of categories and
-- testimonials.

-- The version of a category or testimonial, as posts have it.
alter table public.categories add column updated_at timestamptz not null default now();
alter table public.testimonials add column updated_at timestamptz not null default now();
update public.categories set updated_at = created_at;
update public.testimonials set updated_at = created_at;

create function public.keep_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger keep_updated_at before update on public.categories
  for each row execute function public.keep_updated_at();
create trigger keep_updated_at before update on public.testimonials
  for each row execute function public.keep_updated_at();

-- Changes of a post that is published or archived, until they are saved to the post itself. No foreign key: like its
-- revisions, the draft of a deleted post is kept for as long as the post can be restored.
create table public.post_drafts (
  post_id uuid primary key,
  -- Made by the client: the slot of its form, a colon, and a number. A write names the version that it replaces.
  version text not null check (length(version) <= 100),
  -- The values of the form.
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  -- updated_at of the post that the draft is based on.
  base timestamptz not null,
  saved_at timestamptz not null default now(),
  saved_by uuid,
  saved_by_email text
);

-- Who has the form of a post open. The client repeats the write while it is open.
create table public.post_presence (
  post_id uuid not null references public.blog_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  user_email text,
  seen_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index post_presence_user on public.post_presence (user_id);

-- How a save is meant; a trigger acts on it and stores null.
--   form: the slot of the form that saves
--   autosave: true if the editor did not ask for the save
--   draft: the version of the pending draft that the save includes
alter table public.blog_posts add column save_options jsonb;

alter table public.post_revisions
  add column saved_from text,
  add column is_autosave boolean not null default false,
  -- When the first of the autosaves was, of which this is the last.
  add column started_at timestamptz not null default now();
update public.post_revisions set started_at = saved_at;

-- Replaces the function of the editorial migration: without save_options.
create or replace function public.written_part(post public.blog_posts) returns jsonb
  language sql stable
  return to_jsonb(post)
    - array['id', 'author_id', 'created_at', 'updated_at', 'card_excerpt', 'reading_minutes', 'search', 'save_options'];

-- The pending draft is deleted in the transaction of the save that includes it. A draft that another form has changed
-- since then stays.
create function public.take_save_options() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform set_config('editorial.form', coalesce(left(new.save_options ->> 'form', 100), ''), true);
  perform set_config('editorial.autosave', case when new.save_options ->> 'autosave' = 'true' then new.id::text else '' end, true);
  delete from public.post_drafts where post_id = new.id and (
    version = new.save_options ->> 'draft' or split_part(version, ':', 1) = new.save_options ->> 'form'
  );
  new.save_options := null;
  return new;
end
$$;
create trigger take_save_options before insert or update on public.blog_posts
  for each row when (new.save_options is not null) execute function public.take_save_options();

-- Whether the row is being written by an autosave of an unpublished draft.
create function public.is_autosave(row_id text, status text) returns boolean
  language sql stable
  return coalesce(current_setting('editorial.autosave', true) = row_id, false) and status = 'draft' and auth.uid() is not null;

-- Replaces the function of the editorial migration. Autosaves of one editor within ten minutes are one revision, with
-- the newest text; the revision before it has the text before the first of them. An autosave that removes much text
-- makes a revision of its own.
create or replace function public.keep_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  written jsonb := public.written_part(new);
  is_autosave boolean := public.is_autosave(new.id::text, new.status);
  form text := nullif(current_setting('editorial.form', true), '');
  newest public.post_revisions;
begin
  select * into newest from public.post_revisions where post_id = new.id order by id desc limit 1;
  if written is not distinct from newest.post then
    return null;
  end if;
  if is_autosave and newest.is_autosave and newest.saved_by = auth.uid()
    and newest.started_at > now() - interval '10 minutes'
    and length(new.content) > length(newest.post ->> 'content') - 200
  then
    update public.post_revisions set post = written, saved_at = now(), saved_from = form where id = newest.id;
  else
    insert into public.post_revisions (post_id, saved_by, saved_by_email, post, saved_from, is_autosave)
      values (new.id, auth.uid(), public.caller_email(), written, form, is_autosave);
  end if;
  return null;
end
$$;
-- Replaces the function of the administration migration. An autosave of an unpublished draft is not recorded when the
-- newest entry of the post is a change of the same person within ten minutes.
create or replace function public.note_content() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['updated_at', 'search'] end;
    after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['updated_at', 'search'] end;
    item jsonb := coalesce(after, before);
    verb text := case
      when tg_op = 'DELETE' then 'deleted'
      when tg_op = 'INSERT' and current_setting('editorial.restoring', true) = item ->> 'id' then 'restored'
      when before ->> 'status' is distinct from after ->> 'status' and after ->> 'status' = 'published' then 'published'
      when tg_op = 'INSERT' then 'created'
      when before ->> 'status' is not distinct from after ->> 'status' then 'changed'
      when after ->> 'status' = 'archived' then 'archived'
      else 'withdrawn'
    end;
  begin
    if auth.jwt() is null or before is not distinct from after then
      return null;
    end if;
    if verb = 'changed' and public.is_autosave(item ->> 'id', item ->> 'status') and exists (
      select from (
        select * from public.activity a where a.subject = tg_argv[0] and a.subject_id = item ->> 'id'
          order by a.id desc limit 1
      ) newest
      where newest.actor_id = auth.uid() and newest.verb in ('created', 'changed')
        and newest.happened_at > now() - interval '10 minutes'
    ) then
      return null;
    end if;
    perform public.write_activity(verb, tg_argv[0], item ->> 'id', item ->> tg_argv[1]);
    return null;
  end
  $$;
create index activity_subject_id on public.activity (subject_id, id desc);

-- Replaces the triggers of 20261121000007 for posts: the public never sees a draft, so that saving one every few seconds
-- must not invalidate every page.
drop trigger tell_content_changed on public.blog_posts;
drop trigger tell_content_updated on public.blog_posts;
create trigger tell_content_changed after insert on public.blog_posts
  for each row when (new.status = 'published') execute function public.tell_content_changed();
create trigger tell_content_deleted after delete on public.blog_posts
  for each row when (old.status = 'published') execute function public.tell_content_changed();
create trigger tell_content_updated after update on public.blog_posts
  for each row when (old.* is distinct from new.* and 'published' in (old.status, new.status))
  execute function public.tell_content_changed();

-- A draft belongs to the person who wrote it last, and is based on the present version of its post.
create function public.keep_draft() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if not exists (select from public.blog_posts where id = new.post_id and updated_at = new.base) then
    raise exception 'The post was saved since this draft was started.';
  end if;
  new.saved_at := now();
  new.saved_by := auth.uid();
  new.saved_by_email := auth.jwt() ->> 'email';
  return new;
end
$$;
create trigger keep_draft before insert or update on public.post_drafts
  for each row execute function public.keep_draft();

-- The name in a presence row is that of the token. Rows of closed browsers are deleted after an hour.
create function public.keep_presence() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.post_presence where seen_at < now() - interval '1 hour';
  new.user_email := public.caller_email();
  new.seen_at := now();
  return new;
end
$$;
create trigger keep_presence before insert or update on public.post_presence
  for each row execute function public.keep_presence();

-- Replaces the function of the editorial migration: pending drafts of posts that can no longer be restored are deleted too.
create or replace function public.purge_deleted_items() returns void
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
  delete from public.post_drafts where post_id = any (gone);
end
$$;

alter table public.post_drafts enable row level security;
alter table public.post_presence enable row level security;

revoke all on public.post_drafts, public.post_presence from anon, authenticated, service_role;
grant select, insert, update, delete on public.post_drafts, public.post_presence to authenticated, service_role;

revoke execute on function public.keep_updated_at(), public.take_save_options(), public.is_autosave(text, text),
  public.keep_draft(), public.keep_presence() from public, anon, authenticated;

-- Only an administrator reads pending drafts.
create policy "an administrator reads pending drafts" on public.post_drafts
  for select to authenticated using ((select public.is_admin()));
-- Only an administrator writes a pending draft.
create policy "an administrator creates pending drafts" on public.post_drafts
  for insert to authenticated with check ((select public.is_admin()));
-- Only an administrator changes a pending draft.
create policy "an administrator changes pending drafts" on public.post_drafts
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
-- Only an administrator discards a pending draft.
create policy "an administrator discards pending drafts" on public.post_drafts
  for delete to authenticated using ((select public.is_admin()));

-- Only an administrator sees who is editing now, and their own rows.
create policy "an administrator reads who is editing" on public.post_presence
  for select to authenticated
  using ((select public.is_admin()) and (seen_at > now() - interval '1 minute' or user_id = (select auth.uid())));
-- An administrator writes only their own presence.
create policy "an administrator says that they are editing" on public.post_presence
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "an administrator repeats that they are editing" on public.post_presence
  for update to authenticated
  using ((select public.is_admin()) and user_id = (select auth.uid()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "an administrator stops editing" on public.post_presence
  for delete to authenticated using ((select public.is_admin()) and user_id = (select auth.uid()));
