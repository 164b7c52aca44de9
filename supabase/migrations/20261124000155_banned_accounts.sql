-- Adds whether an account is banned: one without a password cannot sign in either.
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
    exists (select 1 from public.writers w where w.user_id = u.id) as is_writer,
    coalesce(u.banned_until > now(), false) as is_banned
  from auth.users u left join public.admin_users a on a.user_id = u.id
  where u.deleted_at is null and (select public.is_admin());
