-- Ours, for sign-in by wallets. Run once after auth.sql, and again when this file has changed; every statement may be
-- repeated.

-- Signed messages that have opened a session, as hashes, until they would be too old anyway: each counts once.
create table if not exists auth.used_wallet_messages (
  message_hash text primary key,
  expires_at timestamptz not null
);
create index if not exists used_wallet_messages_expires_at_idx on auth.used_wallet_messages (expires_at);

grant all on auth.used_wallet_messages to backend;
revoke all on auth.used_wallet_messages from public, anon, authenticated, service_role;
