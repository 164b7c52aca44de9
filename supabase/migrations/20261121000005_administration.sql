-- Administrators, MFA of administrators, and the activity list.

-- Settings of the whole site; one row.
create table public.site_settings (
  id boolean primary key default true check (id),
  require_mfa boolean not null default false
);
insert into public.site_settings default values;

-- Whether the caller may act as an administrator: the user has the row (specification §4) and, when the user has MFA or
-- it is required of all, a token with aal2.
create or replace function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select 1 from public.admin_users where user_id = (select auth.uid()))
      and (
        (select auth.jwt()) ->> 'aal' = 'aal2'
        or not (
          exists (select 1 from public.site_settings where require_mfa)
          or exists (select 1 from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
        )
      )
  $$;

-- All accounts, with what administrators need to know; other callers get no rows. A view with the rights of its owner,
-- since callers have none on `auth`. An invited account without a password can only be opened by the mailed link.
create view public.accounts with (security_barrier) as
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
    exists (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_second_step
  from auth.users u left join public.admin_users a on a.user_id = u.id
  where u.deleted_at is null and (select public.is_admin());

-- The activity list, kept permanently: who, when, what, and the name of the subject at that time.
create table public.activity (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- No foreign key: the entry outlives the account.
  actor_id uuid,
  actor_email text,
  verb text not null,
  subject text not null,
  subject_id text not null,
  title text not null
);
create index activity_subject on public.activity (subject, id desc);

-- Writes one entry for the caller.
create function public.write_activity(verb text, subject text, subject_id text, title text) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.activity (actor_id, actor_email, verb, subject, subject_id, title)
    values (auth.uid(), auth.jwt() ->> 'email', $1, $2, $3, coalesce($4, ''))
  $$;

-- For tables of content; the arguments are the kind of row and the column of its title. Changes without a token (sample
-- content, migrations) and updates without a change are not recorded.
create function public.note_content() returns trigger
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
    if auth.jwt() is not null and before is distinct from after then
      perform public.write_activity(verb, tg_argv[0], item ->> 'id', item ->> tg_argv[1]);
    end if;
    return null;
  end
  $$;

create trigger note_content after insert or update or delete on public.blog_posts
  for each row execute function public.note_content('post', 'title');
create trigger note_content after insert or update or delete on public.categories
  for each row execute function public.note_content('category', 'name');
create trigger note_content after insert or update or delete on public.testimonials
  for each row execute function public.note_content('testimonial', 'name');

-- Changes of administrators, including those from the command line.
create function public.note_administrator() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    about uuid := coalesce(new.user_id, old.user_id);
  begin
    perform public.write_activity(
      case tg_op when 'INSERT' then 'granted' else 'revoked' end, 'administrator', about::text,
      (select email from auth.users where id = about));
    return null;
  end
  $$;

create trigger note_administrator after insert or delete on public.admin_users
  for each row execute function public.note_administrator();

create function public.note_setting() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.require_mfa is distinct from old.require_mfa then
      perform public.write_activity(
        case when new.require_mfa then 'switched on' else 'switched off' end, 'setting', 'require_mfa', 'require_mfa');
    end if;
    return null;
  end
  $$;

create trigger note_setting after update on public.site_settings
  for each row execute function public.note_setting();

-- No role may change or delete entries.
create function public.refuse_rewriting() returns trigger
  language plpgsql set search_path = ''
  as $$ begin raise exception 'The activity list is only ever added to.'; end $$;

create trigger refuse_rewriting before update or delete or truncate on public.activity
  for each statement execute function public.refuse_rewriting();

-- The last administrator cannot be removed. Removals are serialised, so that two administrators cannot remove each
-- other at the same time.
create function public.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select 1 from removed) then
      perform pg_advisory_xact_lock(hashtext('public.admin_users'));
      if not exists (select 1 from public.admin_users) then
        raise exception 'The last administrator cannot be removed.';
      end if;
    end if;
    return null;
  end
  $$;

create trigger keep_an_administrator after delete on public.admin_users
  referencing old table as removed for each statement execute function public.keep_an_administrator();

alter table public.site_settings enable row level security;
alter table public.activity enable row level security;

revoke all on public.site_settings, public.accounts, public.activity from anon, authenticated, service_role;
grant select on public.site_settings, public.accounts, public.activity to authenticated, service_role;
grant update (require_mfa) on public.site_settings to authenticated, service_role;
grant insert, delete on public.admin_users to authenticated;

revoke execute on function public.write_activity(text, text, text, text), public.note_content(),
  public.note_administrator(), public.note_setting(), public.refuse_rewriting(), public.keep_an_administrator()
  from public, anon, authenticated;

-- A user with an administrator row learns whether MFA is required, also before aal2.
create policy "an administrator reads the settings" on public.site_settings
  for select to authenticated using (exists (select 1 from public.admin_users where user_id = (select auth.uid())));
-- Only an administrator changes the settings; requiring MFA needs a token with aal2.
create policy "an administrator changes the settings" on public.site_settings
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and (not require_mfa or (select auth.jwt()) ->> 'aal' = 'aal2'));

-- Only administrators read the activity list.
create policy "an administrator reads the activity" on public.activity
  for select to authenticated using ((select public.is_admin()));

-- An administrator reads all administrator rows.
create policy "an administrator reads every administrator row" on public.admin_users
  for select to authenticated using ((select public.is_admin()));
-- Only an administrator adds another, and only for an account that is confirmed, or was invited and has no password.
create policy "an administrator makes another" on public.admin_users
  for insert to authenticated
  with check (exists (select 1 from public.accounts where id = user_id and state in ('confirmed', 'invited')));
-- Only an administrator removes an administrator, including themselves.
create policy "an administrator removes another" on public.admin_users
  for delete to authenticated using ((select public.is_admin()));
