-- What a hosted Supabase project already has, for plain PostgreSQL only: the roles of the wire.
-- Run at every start under the migrations' lock; every statement may be repeated.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'backend'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
    -- The login that serves requests takes these roles on, one transaction at a time.
    if not pg_has_role(current_user, wanted, 'MEMBER') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    alter role service_role bypassrls;
  end if;
  if not (select rolbypassrls from pg_roles where rolname = 'backend') then
    alter role backend bypassrls;
  end if;
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
alter default privileges in schema public grant all on tables to backend, service_role;
revoke create on schema public from public;
