-- What a hosted Supabase project already has, for plain PostgreSQL only: the roles of the wire.
-- Run once, and again when this file has changed; every statement may be repeated.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'backend'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
    -- The login that serves requests takes these roles on, one transaction at a time.
    -- Said outright: since PostgreSQL 16 the maker of a role is a member that may not take it on.
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
  -- Only a superuser may give this away; without-bypassrls.sql serves an owner who is none.
  begin
    foreach wanted in array array['service_role', 'backend'] loop
      if not (select rolbypassrls from pg_roles where rolname = wanted) then
        execute format('alter role %I bypassrls', wanted);
      end if;
    end loop;
  exception when insufficient_privilege then
    null;
  end;
end
$$;

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists mail;
grant usage on schema public, extensions to anon, authenticated, service_role, backend;
grant usage on schema auth to anon, authenticated, service_role, backend;
grant usage on schema mail to backend;
alter default privileges in schema auth grant all on tables to backend;
alter default privileges in schema mail grant all on tables to backend;
-- As on a hosted project: every right on what is created in `public` is granted, and row-level security decides.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role, backend;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role, backend;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role, backend;
revoke create on schema public from public;
