-- The record of backups, for the operator and the dashboard. It belongs to this database and is in no backup. For plain
-- PostgreSQL only. Run once after roles.sql, and again when this file has changed; every statement may be repeated.

create schema if not exists operator;
grant usage on schema operator to backend;

create table if not exists operator.backups (
  id uuid primary key default gen_random_uuid(),
  -- The name of the file, and the folder or store that it lies in, without keys.
  file text not null,
  place text not null,
  bytes bigint,
  is_encrypted boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- When the file was last restored into a scratch database and found to be complete.
  verified_at timestamptz,
  -- Why it was not made, or not verified.
  error text,
  -- When the file was deleted because newer ones replace it.
  removed_at timestamptz
);
alter table operator.backups
  -- How often making or verifying it failed, and when it last did.
  add column if not exists failures integer not null default 0,
  add column if not exists failed_at timestamptz,
  -- When the administrators were told that backups fail.
  add column if not exists reported_at timestamptz,
  -- The machine that made it: the same folder may be another one on each.
  add column if not exists host text,
  -- Whether the process that makes it verifies it too.
  add column if not exists verifies boolean not null default false;
create index if not exists backups_started_at on operator.backups (started_at desc);

-- The restores into this database, each written in the transaction that replaced the rows.
create table if not exists operator.restores (
  id uuid primary key,
  file text not null,
  restored_at timestamptz not null default now()
);

grant select, update (error, failures, failed_at, reported_at) on operator.backups to backend;
revoke all on operator.backups, operator.restores from public, anon, authenticated, service_role;
