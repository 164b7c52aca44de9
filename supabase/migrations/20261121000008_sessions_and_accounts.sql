-- The rights of a token end with its session, and administrators see how an account was confirmed. Also for hosted
-- projects: `auth.sessions` and `auth.users` are only read, by functions and views of this migration's owner.

-- Replaces is_admin() of the administration migration: the session of the token must also exist. Signing out, a changed
-- password and a rejected refresh delete the session, while its access tokens stay valid until they expire. Every token
-- of a user names its session (GoTrue); a token without one has no rights.
create or replace function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select 1 from public.admin_users where user_id = (select auth.uid()))
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

-- Two policies do not use it, on purpose: "a user reads their own administrator row" and "an administrator reads the
-- settings". They are needed before MFA, and tell the caller only about themselves.

-- Adds when and how the address was confirmed. The embedded backend writes `confirmed_by` (values in
-- src/contract/confirmed-by.ts); it is null on a hosted project.
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
    exists (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_second_step,
    u.email_confirmed_at as confirmed_at,
    u.raw_app_meta_data ->> 'confirmed_by' as confirmed_by
  from auth.users u left join public.admin_users a on a.user_id = u.id
  where u.deleted_at is null and (select public.is_admin());
