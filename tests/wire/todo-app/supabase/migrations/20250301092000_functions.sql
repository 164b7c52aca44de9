create function add_todos(list uuid, tasks text[], priority todo_priority default 'normal') returns setof todos
  language sql
  as $$
    insert into todos (list_id, task, priority)
      select add_todos.list, task, add_todos.priority from unnest(add_todos.tasks) as task
      returning *
  $$;

create function join_list(code text) returns lists
  language plpgsql security definer set search_path = ''
  as $$
declare
  joined public.lists;
begin
  select * into joined from public.lists where share_code = code;
  if joined.id is null then
    raise exception 'There is no such list' using errcode = 'PT404', hint = 'Ask for a new code';
  end if;
  insert into public.list_members (list_id, user_id) values (joined.id, auth.uid()) on conflict do nothing;
  return joined;
end;
$$;

create function list_progress(list uuid) returns table (done bigint, open bigint)
  language sql stable
  as $$
    select count(*) filter (where is_complete), count(*) filter (where not is_complete)
    from todos where list_id = list
  $$;

create function clear_completed(list uuid) returns void
  language sql
  as $$ delete from todos where list_id = list and is_complete $$;

create function task_digest(task text) returns text
  language sql immutable
  as $$ select encode(digest(task, 'sha256'), 'hex') $$;

-- Columns that are computed from a row.
create function is_overdue(todo todos) returns boolean
  language sql stable
  as $$ select not todo.is_complete and todo.due < current_date $$;

-- A relationship that no foreign key tells.
create function assignee(todo todos) returns setof profiles rows 1
  language sql stable
  as $$ select * from profiles where id = todo.user_id $$;

create view open_todos with (security_invoker = true) as
  select id, list_id, task, priority, due from todos where not is_complete;
