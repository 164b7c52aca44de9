-- What a hosted Supabase project already has, for plain PostgreSQL only: the tables of the storage service with its names
-- and columns, so that policies written for them run on either, and the functions that such policies read names with.
-- Run once after auth.sql, and again when this file has changed; every statement may be repeated.

create schema if not exists storage;

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end
$$;

create table if not exists storage.buckets (
  id text primary key,
  name text not null,
  -- Kept for policies of old; owner_id says the same.
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  constraint buckets_name_length_check check (length(name) <= 100)
);
create unique index if not exists bname on storage.buckets (name);

-- `version` names the file that holds the bytes; it changes with every upload.
create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

-- `a/b/c.png` lies in the folders {a,b}, is called c.png and ends in png.
create or replace function storage.foldername(name text) returns text[] language sql immutable
  as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;
create or replace function storage.filename(name text) returns text language sql immutable
  as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;
create or replace function storage.extension(name text) returns text language sql immutable
  as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

create or replace function storage.update_updated_at_column() returns trigger language plpgsql
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

do $$
begin
  if not exists (select from pg_trigger
      where tgrelid = 'storage.objects'::regclass and tgname = 'update_objects_updated_at') then
    create trigger update_objects_updated_at before update on storage.objects
      for each row execute function storage.update_updated_at_column();
  end if;
end
$$;

-- As on a hosted project: every right is granted, and policies, of which there are none here, decide.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant usage on schema storage to anon, authenticated, service_role, backend;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role, backend;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role, backend;
