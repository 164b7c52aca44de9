-- Who administers the site and how strongly they sign in, and what was done by whom.

-- What administrators decide for the whole site; one row.
create table public.site_settings (
  id boolean primary key default true check (id),
  require_mfa boolean not null default false
);
insert into public.site_settings default values;

-- Whether the caller may act as an administrator now: she has the row (specification §4), and where a second step is
-- hers or is required of all, her token says that she passed one.
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

-- Every account with what an administrator needs to know of it; nobody else finds a row here. A view of its owner, since
-- callers have no right to `auth`. An account that was invited and has no password opens to nobody but by the mail.
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

-- What was done, kept for good: who, when, what, to which thing by the name it then had.
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

-- Writes one entry in the caller's name.
create function public.write_activity(verb text, subject text, subject_id text, title text) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.activity (actor_id, actor_email, verb, subject, subject_id, title)
    values (auth.uid(), auth.jwt() ->> 'email', $1, $2, $3, coalesce($4, ''))
  $$;

-- For a table of content: the arguments are what a row is called, and the column of its title. What comes without a
-- token (the sample content, a migration) is nobody's doing and is not noted; nor is a save that changed nothing.
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

-- Who was made an administrator, and who is one no longer; from the command line too.
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

-- What happened is not rewritten, by whomever.
create function public.refuse_rewriting() returns trigger
  language plpgsql set search_path = ''
  as $$ begin raise exception 'The activity list is only ever added to.'; end $$;

create trigger refuse_rewriting before update or delete or truncate on public.activity
  for each statement execute function public.refuse_rewriting();

-- There is always an administrator, once there was one. Removals wait for each other, so that two administrators cannot
-- remove one another in the same moment.
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

-- Who has an administrator's row learns whether a second step is required, also before she has passed one.
create policy "an administrator reads the settings" on public.site_settings
  for select to authenticated using (exists (select 1 from public.admin_users where user_id = (select auth.uid())));
-- Only an administrator changes the settings; to require a second step she must have passed one herself.
create policy "an administrator changes the settings" on public.site_settings
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and (not require_mfa or (select auth.jwt()) ->> 'aal' = 'aal2'));

-- Only administrators read what was done.
create policy "an administrator reads the activity" on public.activity
  for select to authenticated using ((select public.is_admin()));

-- An administrator sees who the administrators are.
create policy "an administrator reads every administrator row" on public.admin_users
  for select to authenticated using ((select public.is_admin()));
-- Only an administrator makes another, and only of an account whose address is proven, or opens by its mail alone.
create policy "an administrator makes another" on public.admin_users
  for insert to authenticated
  with check (exists (select 1 from public.accounts where id = user_id and state in ('confirmed', 'invited')));
-- Only an administrator takes it away again, from herself too.
create policy "an administrator removes another" on public.admin_users
  for delete to authenticated using ((select public.is_admin()));
