-- Where rights need aal2, the session must have it too: removing the authenticator app that it was verified with takes it
-- back to aal1, while its access token says aal2 until it expires. So does GoTrue of a hosted project.

-- Replaces is_admin() of the migration of sessions and accounts.
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
          and (
            (s.aal = 'aal2' and (select auth.jwt()) ->> 'aal' = 'aal2')
            or not (
              exists (select 1 from public.site_settings where require_mfa)
              or exists (select 1 from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
            )
          )
      )
  $$;

-- Replaces is_writer() of the migration of writers.
create or replace function public.is_writer() returns boolean
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
          and (
            (s.aal = 'aal2' and (select auth.jwt()) ->> 'aal' = 'aal2')
            or not (
              exists (select 1 from public.site_settings where require_mfa)
              or exists (select 1 from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
            )
          )
      )
  $$;
