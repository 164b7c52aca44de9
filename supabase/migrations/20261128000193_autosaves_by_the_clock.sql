-- Ten minutes of autosaves end also where the clock is set back: they were one revision until it reached the old time.

-- Replaces the function of the saving migration.
create or replace function public.keep_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  written jsonb := public.written_part(new);
  is_autosave boolean := public.is_autosave(new.id::text, new.status);
  form text := nullif(current_setting('editorial.form', true), '');
  newest public.post_revisions;
begin
  select * into newest from public.post_revisions where post_id = new.id order by id desc limit 1;
  if written is not distinct from newest.post then
    return null;
  end if;
  if is_autosave and newest.is_autosave and newest.saved_by = auth.uid()
    and newest.started_at between now() - interval '10 minutes' and now()
    and length(new.content) > length(newest.post ->> 'content') - 200
  then
    update public.post_revisions set post = written, saved_at = now(), saved_from = form where id = newest.id;
  else
    insert into public.post_revisions (post_id, saved_by, saved_by_email, post, saved_from, is_autosave)
      values (new.id, auth.uid(), public.caller_email(), written, form, is_autosave);
  end if;
  return null;
end
$$;

-- Replaces the function of the saving migration.
create or replace function public.note_content() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['updated_at', 'search'] end;
    after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['updated_at', 'search'] end;
    item jsonb := coalesce(after, before);
    verb text := case
      when tg_op = 'DELETE' then 'deleted'
      when tg_op = 'INSERT' and current_setting('editorial.restoring', true) = item ->> 'id' then 'restored'
      when before ->> 'status' is distinct from after ->> 'status' and after ->> 'status' = 'published' then 'published'
      when tg_op = 'INSERT' then 'created'
      when before ->> 'status' is not distinct from after ->> 'status' then 'changed'
      when after ->> 'status' = 'archived' then 'archived'
      else 'withdrawn'
    end;
  begin
    if auth.jwt() is null or before is not distinct from after then
      return null;
    end if;
    if verb = 'changed' and public.is_autosave(item ->> 'id', item ->> 'status') and exists (
      select from (
        select * from public.activity a where a.subject = tg_argv[0] and a.subject_id = item ->> 'id'
          order by a.id desc limit 1
      ) newest
      where newest.actor_id = auth.uid() and newest.verb in ('created', 'changed')
        and newest.happened_at between now() - interval '10 minutes' and now()
    ) then
      return null;
    end if;
    perform public.write_activity(verb, tg_argv[0], item ->> 'id', item ->> tg_argv[1]);
    return null;
  end
  $$;
