-- Writers: a role beside administrators, for drafts that an administrator publishes (docs/decisions/0061). A writer sees
-- and changes only drafts of their own that were never public, and can make none public.

create table public.writers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table public.writers enable row level security;
revoke all on public.writers from anon, authenticated, service_role;
grant select, insert, delete on public.writers to authenticated;
grant all on public.writers to service_role;

-- Whether the caller may act as a writer: as is_admin(), with the row of `writers`. An administrator is no writer.
create function public.is_writer() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select 1 from public.writers where user_id = (select auth.uid()))
      and not exists (select 1 from public.admin_users where user_id = (select auth.uid()))
      and exists (
        select 1 from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = ((select auth.jwt()) ->> 'session_id')::uuid
          and s.user_id = (select auth.uid())
          and (s.not_after is null or s.not_after > now())
          and (u.banned_until is null or u.banned_until <= now())
      )
      and (
        (select auth.jwt()) ->> 'aal' = 'aal2'
        or not (
          exists (select 1 from public.site_settings where require_mfa)
          or exists (select 1 from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
        )
      )
  $$;

-- Whether the caller is a writer, and the post a draft of theirs that was never public.
create function public.owns_draft(post uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select public.is_writer() and exists (
      select from public.blog_posts p
      where p.id = post and p.author_id = (select auth.uid()) and p.status = 'draft' and p.published_at is null
    )
  $$;
revoke all on function public.is_writer(), public.owns_draft(uuid) from public, anon, authenticated, service_role;
grant execute on function public.is_writer(), public.owns_draft(uuid) to authenticated, service_role;

-- Only an administrator sees who is a writer; a writer reads their own row, also before MFA.
create policy "a user reads their own writer row" on public.writers
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));
-- Only an administrator makes a writer, of the accounts that can become administrators.
create policy "an administrator makes a writer" on public.writers
  for insert to authenticated
  with check (exists (select 1 from public.accounts where id = user_id and state in ('confirmed', 'invited')));
-- Only an administrator removes a writer.
create policy "an administrator removes a writer" on public.writers
  for delete to authenticated using ((select public.is_admin()));

-- An account has one role: the new one takes the place of the other. The last administrator stays one, by their trigger.
create function public.keep_one_role() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_table_name = 'writers' then
    delete from public.admin_users where user_id = new.user_id;
  else
    delete from public.writers where user_id = new.user_id;
  end if;
  return null;
end
$$;
create trigger keep_one_role after insert on public.writers for each row execute function public.keep_one_role();
create trigger keep_one_role after insert on public.admin_users for each row execute function public.keep_one_role();

create function public.note_writer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  about uuid := coalesce(new.user_id, old.user_id);
begin
  perform public.write_activity(
    case tg_op when 'INSERT' then 'granted' else 'revoked' end, 'writer', about::text,
    (select email from auth.users where id = about));
  return null;
end
$$;
create trigger note_writer after insert or delete on public.writers for each row execute function public.note_writer();

-- Adds whether an account is a writer.
create or replace view public.accounts with (security_barrier) as
  select
    u.id,
    u.email::text as email,
    u.created_at,
    u.last_sign_in_at,
    u.invited_at,
    case
      when u.email_confirmed_at is not null then 'confirmed'
      when u.invited_at is not null and coalesce(u.encrypted_password, '') = '' then 'invited'
      else 'unconfirmed'
    end as state,
    a.user_id is not null as is_admin,
    exists (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_mfa,
    u.email_confirmed_at as confirmed_at,
    u.raw_app_meta_data ->> 'confirmed_by' as confirmed_by,
    exists (select 1 from public.usable_accounts s where s.id = u.id) as can_sign_in,
    exists (select 1 from public.writers w where w.user_id = u.id) as is_writer
  from auth.users u left join public.admin_users a on a.user_id = u.id
  where u.deleted_at is null and (select public.is_admin());

-- Posts. A writer reads all of their own, to see what became of them.
create policy "a writer reads their own posts" on public.blog_posts
  for select to authenticated using (author_id = (select auth.uid()) and (select public.is_writer()));
create policy "a writer creates drafts" on public.blog_posts
  for insert to authenticated
  with check (
    author_id = (select auth.uid()) and status = 'draft' and published_at is null and (select public.is_writer()));
create policy "a writer changes their own drafts" on public.blog_posts
  for update to authenticated
  using (author_id = (select auth.uid()) and status = 'draft' and published_at is null and (select public.is_writer()))
  with check (
    author_id = (select auth.uid()) and status = 'draft' and published_at is null and (select public.is_writer()));
create policy "a writer deletes their own drafts" on public.blog_posts
  for delete to authenticated
  using (author_id = (select auth.uid()) and status = 'draft' and published_at is null and (select public.is_writer()));

-- Counts of what a caller may read use this index alone, so that it has the columns of all policies.
drop index public.blog_posts_status;
create index blog_posts_status on public.blog_posts (status, published_at) include (author_id);

-- As refuse_unless_admin(), for posts.
create function public.refuse_unless_author() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  -- The policies allow the owner and service_role.
  if current_user not in ('anon', 'authenticated') then
    return null;
  end if;
  if current_user = 'authenticated' then
    if public.is_admin() or public.is_writer() then
      return null;
    end if;
  end if;
  raise insufficient_privilege
    using message = format('new row violates row-level security policy for table "%s"', tg_table_name);
end
$$;
drop trigger refuse_unless_admin on public.blog_posts;
create trigger refuse_unless_author before insert on public.blog_posts
  for each statement execute function public.refuse_unless_author();

-- What policies cannot say of a post that a writer writes. It runs as its owner, because other drafts are hidden from a
-- writer.
create function public.check_writers_post() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- A deleted draft is restored unchanged.
  if not public.is_writer() or current_setting('editorial.restoring', true) = new.id::text then
    return new;
  end if;
  -- What is kept of a deleted post would be read and changed with a new post of its id.
  if tg_op = 'INSERT' and exists (select from public.post_revisions where post_id = new.id)
    and not exists (select from public.blog_posts where id = new.id) then
    raise insufficient_privilege using message = 'This id belongs to a deleted post.';
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
create trigger check_writers_post before insert or update on public.blog_posts
  for each row execute function public.check_writers_post();

-- What belongs to a post.
create policy "a writer reads the revisions of their own drafts" on public.post_revisions
  for select to authenticated using (public.owns_draft(post_id));
create policy "a writer reads who is editing their own drafts" on public.post_presence
  for select to authenticated
  using (public.owns_draft(post_id) and (seen_at > now() - interval '1 minute' or user_id = (select auth.uid())));
create policy "a writer says that they are editing" on public.post_presence
  for insert to authenticated with check (user_id = (select auth.uid()) and public.owns_draft(post_id));
create policy "a writer repeats that they are editing" on public.post_presence
  for update to authenticated
  using (user_id = (select auth.uid()) and public.owns_draft(post_id))
  with check (user_id = (select auth.uid()) and public.owns_draft(post_id));
create policy "a writer stops editing" on public.post_presence
  for delete to authenticated using (user_id = (select auth.uid()) and (select public.is_writer()));

-- A writer restores drafts that they deleted themselves.
create policy "a writer reads their own deleted drafts" on public.deleted_items
  for select to authenticated
  using (
    table_name = 'blog_posts' and deleted_by = (select auth.uid()) and public.is_restorable(deleted_at)
    and item ->> 'author_id' = (select auth.uid())::text
    and item ->> 'status' = 'draft' and item ->> 'published_at' is null and (select public.is_writer()));
create policy "a writer restores their own deleted drafts" on public.deleted_items
  for update to authenticated
  using (
    table_name = 'blog_posts' and deleted_by = (select auth.uid()) and public.is_restorable(deleted_at)
    and item ->> 'author_id' = (select auth.uid())::text
    and item ->> 'status' = 'draft' and item ->> 'published_at' is null and (select public.is_writer())
    and restored_at is null)
  with check (deleted_by = (select auth.uid()) and (select public.is_writer()));

-- Pictures and PDF files. A writer never changes or deletes one: a published post may show it.
create policy "a writer reads their own media" on storage.objects
  for select to authenticated
  using (bucket_id = 'media' and owner_id = (select auth.uid())::text and (select public.is_writer()));
create policy "a writer uploads media" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'media' and owner_id = (select auth.uid())::text and (select public.is_writer()));

-- Names. A writer reads those of the others who comment, and chooses their own.
create policy "a writer reads names" on public.profiles for select to authenticated using ((select public.is_writer()));
create policy "a writer gives themselves a name" on public.profiles
  for insert to authenticated with check (user_id = (select auth.uid()) and (select public.is_writer()));
create policy "a writer changes their own name" on public.profiles
  for update to authenticated
  using (user_id = (select auth.uid()) and (select public.is_writer()))
  with check (user_id = (select auth.uid()) and (select public.is_writer()));
create policy "a writer removes their own name" on public.profiles
  for delete to authenticated using (user_id = (select auth.uid()) and (select public.is_writer()));

-- A user with a writer row learns whether MFA is required, also before aal2.
create policy "a writer reads the settings" on public.site_settings
  for select to authenticated using (exists (select 1 from public.writers where user_id = (select auth.uid())));

revoke execute on function public.keep_one_role(), public.note_writer(), public.refuse_unless_author(),
  public.check_writers_post() from public, anon, authenticated, service_role;
