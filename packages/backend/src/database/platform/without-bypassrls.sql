-- Where the database's owner may not make roles that pass row-level security by, the two elevated roles get a policy on
-- every table instead. Run after the migrations; does nothing where the roles have the attribute.

do $$
declare
  subject record;
begin
  if (select bool_and(rolbypassrls) from pg_roles where rolname in ('service_role', 'backend')) then
    return;
  end if;
  for subject in
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'storage', 'auth', 'mail', 'realtime') and c.relkind = 'r' and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'elevated roles pass by')
  loop
    execute format('create policy "elevated roles pass by" on %I.%I for all to service_role, backend using (true) with check (true)',
      subject.schema, subject.name);
  end loop;
end
$$;
