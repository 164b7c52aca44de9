-- Resumable uploads that are not complete, or were completed within a day, and the bytes that they have so far. For plain
-- PostgreSQL only. Run once after processes.sql, and again when this file has changed; every statement may be repeated.

create table if not exists backend.resumable_uploads (
  id uuid primary key,
  bucket text not null,
  key text not null,
  is_upsert boolean not null,
  length bigint not null,
  received bigint not null default 0 check (received between 0 and length),
  parts integer not null default 0,
  metadata jsonb not null,
  -- Who began it: only the same caller may continue it.
  role text not null,
  subject text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index if not exists resumable_uploads_created_at on backend.resumable_uploads (created_at);

-- Without `on delete cascade`: whoever deletes a part must remove its bytes.
create table if not exists backend.upload_parts (
  upload uuid not null references backend.resumable_uploads (id),
  start bigint not null,
  version text not null,
  primary key (upload, start)
);
create index if not exists upload_parts_version on backend.upload_parts (version);
grant select, insert, update, delete on backend.resumable_uploads, backend.upload_parts to service_role;

-- In the transaction that writes the row of the object, which has the rights of the caller. Returns the versions of the
-- parts, or null where the upload is gone, complete, or has other bytes than the caller has read.
create or replace function backend.complete_upload(completed uuid, expected bigint, finished timestamptz) returns text[]
  language plpgsql security definer set search_path = ''
  as $$
declare
  versions text[];
begin
  update backend.resumable_uploads u set received = u.length, completed_at = finished
    where u.id = completed and u.completed_at is null and u.received = expected;
  if not found then
    return null;
  end if;
  with gone as (delete from backend.upload_parts p where p.upload = completed returning p.version)
    select coalesce(array_agg(gone.version), '{}') into versions from gone;
  return versions;
end
$$;
revoke execute on function backend.complete_upload(uuid, bigint, timestamptz) from public;
grant execute on function backend.complete_upload(uuid, bigint, timestamptz) to anon, authenticated, service_role;
