-- A save names its operation. A form that did not receive the answer recognises its own save by it, also in another
-- window and after a crash. post_revisions.saved_from, and the version of a pending draft, hold the operation.

-- How a save is meant; the trigger acts on it and stores null.
--   operation: the id of the save; forms of an earlier release send the slot of the form as `form`
--   unanswered: the operations before it that were not answered, which the save includes
--   autosave: true if the editor did not ask for the save
--   draft: the version of the pending draft that the save includes
create or replace function public.take_save_options() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  options jsonb := new.save_options;
  operation text := coalesce(options ->> 'operation', options ->> 'form', '');
begin
  perform set_config('editorial.form', left(operation, 100), true);
  perform set_config('editorial.autosave', case when options ->> 'autosave' = 'true' then new.id::text else '' end, true);
  delete from public.post_drafts where post_id = new.id
    and (version = options ->> 'draft' or options -> 'unanswered' ? version);
  new.save_options := null;
  return new;
end
$$;
