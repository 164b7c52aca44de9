-- What the processes of one site share beyond its content, on one machine or on several. For plain PostgreSQL only.
-- Run once after roles.sql, and again when this file has changed; every statement may be repeated.

create schema if not exists backend;
grant usage on schema backend to backend, service_role;

-- A hash of the keys in secrets.json: every machine of a site must have the same.
create table if not exists backend.installation (
  is_only boolean primary key default true check (is_only),
  keys_hash text not null,
  created_at timestamptz not null default now()
);

-- Counters of rate limits. The order of the columns is that of rate-limiter-flexible. Not logged: cheap, and emptied
-- when the server crashes.
create unlogged table if not exists backend.rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index if not exists rate_limits_expire on backend.rate_limits (expire);

-- Requests for account mail that sent none, by a keyed hash of kind and address.
create table if not exists backend.unsent_mails (
  request text primary key,
  asked_at timestamptz not null
);

grant select, insert, update, delete on backend.installation, backend.rate_limits, backend.unsent_mails to backend;

-- Versions that may have bytes in an S3 store and have no row in storage.objects. `process` is writing the version;
-- without one the bytes are to be removed, and removed again until `again_until`, because a request of a dead process
-- may still reach the store.
create table if not exists backend.unsettled_versions (
  version uuid primary key,
  process uuid,
  again_until timestamptz,
  since timestamptz not null default now()
);
create index if not exists unsettled_versions_process on backend.unsettled_versions (process);
grant select, insert, update, delete on backend.unsettled_versions to service_role;

-- The transaction that writes or deletes rows of storage.objects has the rights of the caller, who may not touch the
-- table.
create or replace function backend.confirm_version(confirmed uuid, writer uuid) returns boolean
  language sql security definer set search_path = ''
  as $$
    with gone as (
      delete from backend.unsettled_versions u where u.version = confirmed and u.process = writer returning 1
    )
    select exists (select from gone)
  $$;
create or replace function backend.mark_removed_versions(removed uuid[]) returns void
  language sql security definer set search_path = ''
  as $$ insert into backend.unsettled_versions (version) select unnest(removed) on conflict do nothing $$;
revoke execute on function backend.confirm_version(uuid, uuid), backend.mark_removed_versions(uuid[]) from public;
grant usage on schema backend to anon, authenticated;
grant execute on function backend.confirm_version(uuid, uuid), backend.mark_removed_versions(uuid[])
  to anon, authenticated, service_role;
