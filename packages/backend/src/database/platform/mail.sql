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
  -- First refused by the mail server with a permanent error; tried again daily for a week.
  refused_at timestamptz,
  delivered_at timestamptz,
  constraint outbox_emptied_on_delivery check (
    case when delivered_at is null
      then num_nonnulls(recipient, subject, text_body) = 3
      else num_nonnulls(recipient, subject, text_body, html_body, reply_to, last_error) = 0
    end
  )
);

alter table mail.outbox
  -- A hash of the mail settings at the rejection: with other settings the message is tried again at once.
  add column if not exists refused_with text,
  -- No longer tried by itself; kept until an operator tries it by hand.
  add column if not exists given_up_at timestamptz,
  -- How often the whole message went out without an answer, so that it may have arrived each time.
  add column if not exists unanswered_sends integer not null default 0,
  -- Of an enquiry: which address of ENQUIRIES_TO it goes to, counted from 1.
  add column if not exists recipient_number integer,
  -- When the administrators were last told that it was rejected or given up.
  add column if not exists reported_at timestamptz;

drop index if exists mail.outbox_due;
create index if not exists outbox_waiting on mail.outbox (next_attempt_at)
  where delivered_at is null and given_up_at is null;
create index if not exists outbox_delivered on mail.outbox (delivered_at)
  where delivered_at is not null;
create index if not exists outbox_undeliverable on mail.outbox (created_at)
  where delivered_at is null and coalesce(given_up_at, refused_at) is not null;

alter table mail.outbox enable row level security;
revoke all on mail.outbox from public, anon, authenticated, service_role;
grant select, insert, update, delete on mail.outbox to backend;

-- Whether a waiting message is late, so that somebody has to be told: mail is a quarter of an hour on its way when a mail
-- server asks to try again later. An enquiry is late after two minutes, and at once without a mail server.
create or replace function mail.is_late(message mail.outbox) returns boolean stable language sql
return message.delivered_at is null and (
  message.refused_at is not null or message.given_up_at is not null
  or message.created_at < now() - interval '15 minutes'
  or message.kind = 'enquiry'
    and (message.filed_at is not null or message.created_at < now() - interval '2 minutes')
);
revoke all on function mail.is_late from public;
grant execute on function mail.is_late to authenticated, backend;
