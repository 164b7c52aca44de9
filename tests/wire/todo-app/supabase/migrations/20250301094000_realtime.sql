alter publication supabase_realtime add table todos;
alter publication supabase_realtime add table lists, list_members;

-- A private channel of each list: `list:<id>`.
create policy "Members can listen to their list" on realtime.messages for select to authenticated
  using (
    realtime.topic() like 'list:%' and public.may_use_list(split_part(realtime.topic(), ':', 2)::uuid)
  );
create policy "Members can send to their list" on realtime.messages for insert to authenticated
  with check (
    realtime.topic() like 'list:%' and public.may_use_list(split_part(realtime.topic(), ':', 2)::uuid)
  );

-- Tells the members of a list of each completed task.
create function announce_completion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.is_complete and not old.is_complete then
    perform realtime.send(jsonb_build_object('id', new.id, 'task', new.task), 'completed', 'list:' || new.list_id, true);
  end if;
  return null;
end;
$$;
create trigger announce_completion after update on todos
  for each row execute function announce_completion();
