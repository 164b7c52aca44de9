-- Replaces the function of the bounded deletion: addresses that a change wrote while its account was deleted go too.
create or replace function public.forget_old_traces(before timestamptz) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  perform set_config('people.erasing', 'on', true);
  delete from public.activity where id in (
    select a.id from public.activity a where a.happened_at < before
      order by a.happened_at limit (select public.deletable_share(count(*)) from public.activity)
  );
  get diagnostics forgotten = row_count;
  -- Of people whose account was deleted while a change of theirs was under way.
  update public.activity a set actor_email = null where actor_email is not null and actor_id is not null
    and not exists (select from auth.users u where u.id = a.actor_id and u.deleted_at is null);
  update public.post_revisions r set saved_by_email = null where saved_by_email is not null and saved_by is not null
    and not exists (select from auth.users u where u.id = r.saved_by and u.deleted_at is null);
  update public.post_drafts d set saved_by_email = null where saved_by_email is not null and saved_by is not null
    and not exists (select from auth.users u where u.id = d.saved_by and u.deleted_at is null);
  update public.deleted_items d set deleted_by_email = null where deleted_by_email is not null and deleted_by is not null
    and not exists (select from auth.users u where u.id = d.deleted_by and u.deleted_at is null);
  update public.post_comments c set author_email = null where author_email is not null and author_id is not null
    and not exists (select from auth.users u where u.id = c.author_id and u.deleted_at is null);
  perform set_config('people.erasing', '', true);
  perform public.purge_deleted_items();
  delete from public.post_presence where seen_at < now() - interval '1 hour';
  return forgotten;
end
$$;
