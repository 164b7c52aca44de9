-- Tells the data API of changes of the schema, as on a hosted project. Only a superuser may create event triggers; where
-- the owner is none, the data API looks for changes itself, once a second while it has requests (rest/schema-cache.ts).

create or replace function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
begin
  -- A temporary table of a function changes nothing that the data API shows.
  if exists (select from pg_event_trigger_ddl_commands() c where c.schema_name is distinct from 'pg_temp') then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() o where not o.is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  drop event trigger if exists pgrst_ddl_watch;
  drop event trigger if exists pgrst_drop_watch;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
exception when insufficient_privilege then
  null;
end
$$;
