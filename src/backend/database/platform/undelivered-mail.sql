-- What administrators see of the outbox: messages that have not arrived, without their text. For the embedded backend
-- only, which alone has the schema `mail`. Run after the migrations, because it asks is_admin(); may be repeated.

-- A message that is merely a few minutes late is no news: it is shown once it was refused, given up, or is a quarter of
-- an hour old. A view of its owner, since callers have no right to `mail`.
create or replace view public.undelivered_mail with (security_barrier) as
  select id, kind, recipient, created_at, attempts, last_error, next_attempt_at, refused_at, given_up_at
  from mail.outbox
  where delivered_at is null
    and (refused_at is not null or given_up_at is not null or created_at < now() - interval '15 minutes')
    and (select public.is_admin());

revoke all on public.undelivered_mail from public, anon, authenticated, service_role;
grant select on public.undelivered_mail to authenticated;
