-- Replaces the function of 20261124000150: a due draft that cannot be stored, such as one that is too large, held up the
-- words of all pages. It stays, without its time. Of other errors, such as a deadlock, the next call tries it again.
create or replace function public.publish_due_words() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  due uuid;
  draft public.post_drafts;
  claims text := current_setting('request.jwt.claims', true);
begin
  -- The words are read all the same.
  if current_setting('transaction_read_only')::boolean then
    return;
  end if;
  for due in
    select d.post_id from public.post_drafts d join public.site_words w on w.id = d.post_id
      where d.publish_at <= now() order by d.publish_at
  loop
    begin
      -- In the order of a save: the words first.
      perform from public.site_words where id = due for update;
      delete from public.post_drafts where post_id = due and publish_at <= now() returning * into draft;
      continue when not found;
      -- The version and the activity name the person who scheduled it.
      perform set_config('request.jwt.claims',
        jsonb_build_object('sub', draft.saved_by, 'email', draft.saved_by_email)::text, true);
      update public.site_words set words = draft.fields where id = due;
      perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    exception when integrity_constraint_violation or data_exception or raise_exception then
      -- Without `keep_draft`, which would name the caller as its author.
      perform set_config('people.erasing', 'on', true);
      update public.post_drafts set publish_at = null where post_id = due and publish_at <= now();
      perform set_config('people.erasing', '', true);
    end;
  end loop;
end
$$;
