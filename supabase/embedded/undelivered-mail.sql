-- What administrators see of the outbox: messages that have not arrived, without their text. For the embedded backend
-- only, which alone has the schema `mail`. Run after the migrations, because it asks is_admin(); may be repeated.

-- A view of its owner, since callers have no right to `mail`.
create or replace view public.undelivered_mail with (security_barrier) as
  select id, kind, recipient, created_at, attempts, last_error, next_attempt_at, refused_at, given_up_at,
    filed_at
  from mail.outbox as message
  where delivered_at is null and mail.is_late(message) and (select public.is_admin());

revoke all on public.undelivered_mail from public, anon, authenticated, service_role;
grant select on public.undelivered_mail to authenticated;
