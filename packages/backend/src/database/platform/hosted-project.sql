-- What dumps and migrations of a hosted Supabase project name, so that they load here as they are.

-- Owners and grantees. Only a superuser's database gets them: they are of the whole server, and of no use here. The comment
-- tells them from those of a hosted project (isHostedProject).
do $$
declare
  wanted text;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    foreach wanted in array array['supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'dashboard_user'] loop
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin noinherit', wanted);
        execute format('comment on role %I is %L', wanted, 'A name that dumps of hosted projects have; nobody uses it.');
      end if;
    end loop;
  end if;
end
$$;

-- The extensions that every hosted project has, where the server offers them.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['uuid-ossp', 'pgcrypto'] loop
    begin
      execute format('create extension if not exists %I with schema extensions', wanted);
    exception when insufficient_privilege or feature_not_supported or undefined_file then
      raise notice 'The extension % is not there: %', wanted, sqlerrm;
    end;
  end loop;
end
$$;

-- Functions of extensions are named without a schema. A search path that the operator has chosen stays.
do $$
begin
  if not exists (
    select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase and d.datname = current_database()
    where s.setrole = 0 and exists (select from unnest(s.setconfig) as setting where setting like 'search_path=%')
  ) then
    execute format('alter database %I set search_path = "$user", public, extensions', current_database());
  end if;
exception when insufficient_privilege then
  raise notice 'The search path of the database stays as it is: %', sqlerrm;
end
$$;
