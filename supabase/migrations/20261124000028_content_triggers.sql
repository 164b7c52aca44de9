-- One call gives a table of content all triggers that categories and testimonials have: who may create rows, the version
-- of a row, the cached pages, the activity list, items that can be restored, and the dashboard of other editors.
-- The table must have `id uuid`, `updated_at`, and a column `title` or `name`. Posts have more, and triggers of their own.

-- `kind` is the subject in the activity list, `title_column` the column with the name of a row. It may be repeated.
create function public.add_content_triggers(content regclass, kind text, title_column text) returns void
  language plpgsql set search_path = ''
  as $$
declare
  content_name text := (select relname from pg_catalog.pg_class where oid = content);
  restorable text[];
begin
  execute format(
    'create or replace trigger refuse_unless_admin before insert on %s
     for each statement execute function public.refuse_unless_admin()', content);
  execute format(
    'create or replace trigger keep_updated_at before update on %s
     for each row when (old.* is distinct from new.*) execute function public.keep_updated_at()', content);
  execute format(
    'create or replace trigger tell_content_changed after insert or delete on %s
     for each row execute function public.tell_content_changed()', content);
  execute format(
    'create or replace trigger tell_content_updated after update on %s
     for each row when (old.* is distinct from new.*) execute function public.tell_content_changed()', content);
  execute format(
    'create or replace trigger tell_content_truncated after truncate on %s
     for each statement execute function public.tell_content_changed()', content);
  execute format(
    'create or replace trigger note_content after insert or update or delete on %s
     for each row execute function public.note_content(%L, %L)', content, kind, title_column);
  execute format(
    'create or replace trigger keep_deleted_item before delete on %s
     for each row execute function public.keep_deleted_item()', content);

  -- The tables whose rows are kept when they are deleted.
  select array_agg(c.relname::text order by c.relname) into restorable
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    where t.tgname = 'keep_deleted_item' and not t.tgisinternal;
  alter table public.deleted_items drop constraint if exists deleted_items_table_name_check;
  execute format(
    'alter table public.deleted_items add constraint deleted_items_table_name_check check (table_name = any (%L::text[]))',
    restorable);

  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = content_name
  ) then
    execute format('alter publication supabase_realtime add table %s', content);
  end if;
end
$$;
revoke execute on function public.add_content_triggers(regclass, text, text) from public, anon, authenticated, service_role;

select public.add_content_triggers('public.categories', 'category', 'name');
select public.add_content_triggers('public.testimonials', 'testimonial', 'name');
