-- The outbox: every message is written here before anything is sent, and emptied when it has been delivered.
-- For plain PostgreSQL only (a hosted Supabase project sends its own account mail, a hosted EmailJS the enquiries).
-- Run once, and again when this file has changed; every statement may be repeated.

create table if not exists mail.outbox (
  id uuid primary key,
  kind text not null,
  recipient text,
  subject text,
  text_body text,
  html_body text,
  reply_to text,
  created_at timestamptz not null,
  -- Counted when a process takes the message on, so that a crash in the middle of sending counts too.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- A process that sends holds the message until then; after a crash another one takes over.
  claimed_until timestamptz,
  last_error text,
  -- Written as a file because no mail server is configured; still to be delivered.
  filed_at timestamptz,
  -- Refused for good by the mail server; kept for the operator, not tried again.
  refused_at timestamptz,
  delivered_at timestamptz,
  constraint outbox_emptied_on_delivery check (
    case when delivered_at is null
      then num_nonnulls(recipient, subject, text_body) = 3
      else num_nonnulls(recipient, subject, text_body, html_body, reply_to, last_error) = 0
    end
  )
);

create index if not exists outbox_due on mail.outbox (next_attempt_at)
  where delivered_at is null and refused_at is null;
create index if not exists outbox_delivered on mail.outbox (delivered_at)
  where delivered_at is not null;

alter table mail.outbox enable row level security;
revoke all on mail.outbox from public, anon, authenticated, service_role;
grant select, insert, update, delete on mail.outbox to backend;
