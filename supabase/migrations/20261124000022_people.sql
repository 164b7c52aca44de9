-- People's data (docs/decisions/0042): what is held of a person can be copied out and deleted, and old traces go. Runs on a
-- hosted project too: accounts are read and deleted with the rights of this migration's owner.

-- Replaces the function of the administration migration: entries may be deleted when they are old, and lose the address of
-- a deleted account. Only the functions below set this; callers cannot.
create or replace function public.refuse_rewriting() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_setting('people.erasing', true) is distinct from 'on' then
    raise exception 'The activity list is only ever added to.';
  end if;
  return null;
end
$$;

create index activity_actor on public.activity (actor_id);
create index post_revisions_saved_by on public.post_revisions (saved_by) where saved_by_email is not null;

-- A pending draft that loses the address of its writer was not written again.
drop trigger keep_draft on public.post_drafts;
create trigger keep_draft before insert or update on public.post_drafts
  for each row when (current_setting('people.erasing', true) is distinct from 'on') execute function public.keep_draft();

-- A post whose author is deleted was not changed. Runs after keep_post_dates, by its name.
create function public.keep_dates_without_author() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := old.updated_at;
  return new;
end
$$;
create trigger keep_post_dates_without_author before update on public.blog_posts
  for each row when (old.author_id is not null and new.author_id is null)
  execute function public.keep_dates_without_author();

-- With an account its address goes from everything that outlives it. What was done stays, by the id alone, which then
-- names nobody: the list of versions stays whole. Messages that wait for the address are not sent any more; enquiries,
-- which wait for the firm, are.
create function public.forget_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform set_config('people.erasing', 'on', true);
  update public.activity set actor_email = null where actor_id = old.id and actor_email is not null;
  update public.activity set title = ''
    where subject_id = old.id::text and subject = 'administrator' and title <> '';
  update public.post_revisions set saved_by_email = null where saved_by = old.id and saved_by_email is not null;
  update public.post_drafts set saved_by_email = null where saved_by = old.id and saved_by_email is not null;
  update public.deleted_items set deleted_by_email = null where deleted_by = old.id and deleted_by_email is not null;
  perform set_config('people.erasing', '', true);
  delete from public.post_presence where user_id = old.id;
  if to_regclass('mail.outbox') is not null then
    execute 'delete from mail.outbox where delivered_at is null and kind <> ''enquiry'' and lower(recipient) = lower($1)'
      using old.email::text;
  end if;
  return null;
end
$$;
create trigger forget_person after delete on auth.users for each row execute function public.forget_person();
create trigger forget_hidden_person after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function public.forget_person();

-- The same for accounts that were deleted before this migration.
do $$
begin
  perform set_config('people.erasing', 'on', true);
  update public.activity a set actor_email = null
    where actor_id is not null and not exists (select from auth.users u where u.id = a.actor_id);
  update public.activity a set title = ''
    where subject = 'administrator' and not exists (select from auth.users u where u.id::text = a.subject_id);
  update public.post_revisions r set saved_by_email = null
    where saved_by is not null and not exists (select from auth.users u where u.id = r.saved_by);
  update public.post_drafts d set saved_by_email = null
    where saved_by is not null and not exists (select from auth.users u where u.id = d.saved_by);
  update public.deleted_items d set deleted_by_email = null
    where deleted_by is not null and not exists (select from auth.users u where u.id = d.deleted_by);
  perform set_config('people.erasing', '', true);
end
$$;

-- Everything that is held of an account or, in messages that have not left, of an address; without passwords, secrets and
-- tokens. `account` may be null.
create function public.person_data(account uuid, address text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  data jsonb;
  rows jsonb;
begin
  select jsonb_build_object(
    'account', (select to_jsonb(u) from (
      select id, email, phone, new_email, created_at, updated_at, email_confirmed_at, invited_at, last_sign_in_at,
        banned_until, is_anonymous, raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata
      from (select *, nullif(email_change, '') as new_email from auth.users where id = account) a) u),
    'administrator_since', (select created_at from public.admin_users where user_id = account),
    'identities', (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from (
      select provider, provider_id, identity_data, created_at, last_sign_in_at from auth.identities
      where user_id = account) i),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select created_at, refreshed_at, not_after, aal::text, host(ip) as ip, user_agent from auth.sessions
      where user_id = account) s),
    'mfa_factors', (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from (
      select friendly_name, factor_type::text, status::text, created_at from auth.mfa_factors
      where user_id = account) f),
    'activity', (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from (
      -- Without the address of another person who changed the account's rights.
      select id, happened_at, case when actor_id = account then actor_email end as actor_email, verb, subject, subject_id,
        title from public.activity
      where actor_id = account or (subject = 'administrator' and subject_id = account::text)) a),
    'posts', (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from (
      select id, title, status, created_at from public.blog_posts where author_id = account) p),
    'versions', (select coalesce(jsonb_agg(to_jsonb(r) order by r.saved_at), '[]') from (
      select post_id, saved_at, saved_by_email from public.post_revisions where saved_by = account) r),
    'pending_drafts', (select coalesce(jsonb_agg(to_jsonb(d) order by d.saved_at), '[]') from (
      select post_id, saved_at, saved_by_email from public.post_drafts where saved_by = account) d),
    'deleted_items', (select coalesce(jsonb_agg(to_jsonb(d) order by d.deleted_at), '[]') from (
      select table_name, name, deleted_at, deleted_by_email from public.deleted_items where deleted_by = account) d),
    'files', (select coalesce(jsonb_agg(to_jsonb(o) order by o.created_at), '[]') from (
      select bucket_id, name, created_at from storage.objects where owner_id = account::text) o)
  ) into data;
  rows := '[]';
  if to_regclass('mail.outbox') is not null then
    execute $sql$
      select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from (
        select kind, created_at, recipient, reply_to, subject, text_body, last_error from mail.outbox
        where delivered_at is null and (lower(reply_to) = lower($1) or (kind <> 'enquiry' and lower(recipient) = lower($1)))) m
    $sql$ into rows using address;
  end if;
  return data || jsonb_build_object('waiting_messages', rows);
end
$$;

-- Deletes the account, if there is one, with all its traces, and enquiries of the address that have not left. Returns
-- whether there was an account, and how many messages were deleted. Raises P0001 for the last administrator.
create function public.erase_person(account uuid, address text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  claims text := current_setting('request.jwt.claims', true);
  messages integer := 0;
  accounts integer;
begin
  if to_regclass('mail.outbox') is not null then
    execute $sql$
      with gone as (
        delete from mail.outbox where delivered_at is null
          and (lower(reply_to) = lower($1) or (kind <> 'enquiry' and lower(recipient) = lower($1)))
        returning 1
      ) select count(*) from gone
    $sql$ into messages using address;
  end if;
  -- Rows that name the account change as nobody's work: with the caller's claims the triggers of posts would restore the
  -- author, and record a change of every post.
  perform set_config('request.jwt.claims', '', true);
  delete from auth.users where id = account;
  get diagnostics accounts = row_count;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return jsonb_build_object('account', accounts > 0, 'messages', messages);
end
$$;

-- For administrators: the data of an account. Raises 42501 for others, P0002 for an unknown account.
create function public.export_account(account uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  address text;
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'Only administrators may export an account.';
  end if;
  select coalesce(u.email::text, '') into strict address from auth.users u where u.id = account;
  return public.person_data(account, address);
end
$$;

-- For administrators: deletes the account of somebody else. Raises 42501 for others and for the own account, P0002 for an
-- unknown account, P0001 for the last administrator who can sign in.
create function public.delete_account(account uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  address text;
  erased jsonb;
begin
  if not public.is_admin() or account = auth.uid() then
    raise insufficient_privilege using message = 'Only another administrator may delete an account.';
  end if;
  select coalesce(u.email::text, '') into strict address from auth.users u where u.id = account;
  erased := public.erase_person(account, address);
  perform public.write_activity('deleted', 'account', account::text, '');
  return erased;
end
$$;

-- Deletes entries of the activity list from before `before`, what can no longer be restored, and who had a post open.
-- Returns the number of entries.
create function public.forget_old_traces(before timestamptz) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  perform set_config('people.erasing', 'on', true);
  delete from public.activity where happened_at < before;
  get diagnostics forgotten = row_count;
  perform set_config('people.erasing', '', true);
  perform public.purge_deleted_items();
  delete from public.post_presence where seen_at < now() - interval '1 hour';
  return forgotten;
end
$$;

revoke execute on function public.keep_dates_without_author(), public.forget_person(), public.person_data(uuid, text),
  public.erase_person(uuid, text), public.export_account(uuid), public.delete_account(uuid),
  public.forget_old_traces(timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.export_account(uuid), public.delete_account(uuid) to authenticated;
