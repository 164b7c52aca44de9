-- The last administrator who can sign in is kept; one who cannot, such as a person who never opened the invitation,
-- does not count.

-- The accounts whose owner can sign in: confirmed, not banned, and with a password or an identity of another provider.
-- Only read by the functions, views and commands of the operator below; callers have no rights on it.
create view public.usable_accounts with (security_barrier) as
  select u.id
  from auth.users u
  where u.deleted_at is null
    and u.confirmed_at is not null
    and (u.banned_until is null or u.banned_until <= now())
    and (
      coalesce(u.encrypted_password, '') <> ''
      or exists (select from auth.identities i where i.user_id = u.id and i.provider not in ('email', 'phone'))
    );
revoke all on public.usable_accounts from anon, authenticated, service_role;

-- Replaces keep_an_administrator() of the administration migration. Removals are serialised, so that two administrators
-- cannot remove each other at the same time. Also runs when an account is deleted.
create or replace function public.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select 1 from removed) then
      perform pg_advisory_xact_lock(hashtext('public.admin_users'));
      if not exists (select 1 from public.admin_users a join public.usable_accounts u on u.id = a.user_id) then
        raise exception 'The last administrator who can sign in cannot be removed.';
      end if;
    end if;
    return null;
  end
  $$;

-- Adds whether the owner can sign in.
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
    exists (select 1 from public.usable_accounts s where s.id = u.id) as can_sign_in
  from auth.users u left join public.admin_users a on a.user_id = u.id
  where u.deleted_at is null and (select public.is_admin());
