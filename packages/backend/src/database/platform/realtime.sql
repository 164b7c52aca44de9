-- What a hosted Supabase project already has, for plain PostgreSQL only: the schema of the realtime service (protocol.md 4).
-- Changes of published tables are announced by triggers and NOTIFY, which every PostgreSQL allows every owner (decision 32).
-- Run once after auth.sql, and again when this file has changed; every statement may be repeated.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role, backend;

-- Policies on this table decide who may use a private channel; `realtime.send` writes broadcasts to it.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages add column if not exists binary_payload bytea;
do $$
begin
  if not exists (select from pg_constraint where conname = 'messages_payload_exclusive') then
    alter table realtime.messages add constraint messages_payload_exclusive
      check (payload is null or binary_payload is null) not valid;
  end if;
end
$$;
create index if not exists messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to backend;

-- The topic of the channel that is being joined, for policies on realtime.messages.
create or replace function realtime.topic() returns text language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '')::text $$;

-- Notifies the processes of one change of rows, if one of them has subscribers: it then holds the lock 727101019 of the
-- table. A writer that finds nobody keeps the lock 727101020 until the end of its transaction; a process that begins to
-- follow a table waits for these writers, so it gets every change that is committed after its subscription. Between
-- taking and giving back the first lock nothing can interrupt the expression. A notification holds at most 8,000 bytes: keys are sent in parts, and a
-- statement with too many of them is announced as a gap, after which subscribers read anew.
create or replace function realtime.notify_changes() returns trigger language plpgsql set search_path = ''
  as $$
declare
  keys text;
  key text;
  part text := '';
  count int := 0;
  -- With its microsecond: PostgreSQL sends equal notifications of one transaction once.
  head text := format('{"kind":"change","table":%s,"type":"%s","us":"%s","at":"%s"', tg_relid, tg_op,
    to_char(clock_timestamp(), 'US'), to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
begin
  if pg_try_advisory_xact_lock_shared(727101020, tg_relid::int)
    and pg_try_advisory_lock(727101019, tg_relid::int) and pg_advisory_unlock(727101019, tg_relid::int) then
    return null;
  end if;
  select string_agg(format('%I::text', a.attname), ', ' order by k.position) into keys
    from pg_catalog.pg_index i, unnest(i.indkey::int2[]) with ordinality as k (number, position),
      pg_catalog.pg_attribute a
    where i.indrelid = tg_relid and i.indisprimary and a.attrelid = tg_relid and a.attnum = k.number;
  if keys is null then
    return null;
  end if;
  for key in execute format('select jsonb_build_array(%s)::text from %s', keys,
    case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end)
  loop
    count := count + 1;
    if count > 5000 or octet_length(key) > 3500 then
      perform pg_notify('realtime', head || ',"keys":null}');
      return null;
    end if;
    if octet_length(part) + octet_length(key) > 7500 then
      perform pg_notify('realtime', head || ',"keys":[' || part || ']}');
      part := '';
    end if;
    part := case part when '' then key else part || ',' || key end;
  end loop;
  if count = 1 and tg_op = 'UPDATE' then
    execute format('select jsonb_build_array(%s)::text from old_rows', keys) into key;
    if key <> part and octet_length(key) <= 3500 then
      head := head || ',"old":' || key;
    end if;
  end if;
  if part <> '' then
    perform pg_notify('realtime', head || ',"keys":[' || part || ']}');
  end if;
  return null;
end
$$;

-- The tables of the publication that subscribers may name. Those of the services themselves are never among them.
create or replace view realtime.published_tables as
  select c.oid as id, n.nspname as schema, c.relname as name
  from pg_catalog.pg_publication_tables p
  join pg_catalog.pg_namespace n on n.nspname = p.schemaname
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  where p.pubname = 'supabase_realtime' and c.relkind = 'r'
    and n.nspname not in ('auth', 'backend', 'mail', 'realtime', 'storage', 'supabase_migrations');
grant select on realtime.published_tables to anon, authenticated, service_role, backend;

-- Gives the published tables their triggers, and takes those of others away. Called at a start, after changes of a
-- publication where event triggers are allowed, and before a subscription. A table that is in use, or of another owner,
-- is left as it is, with a warning.
create or replace function realtime.prepare_tables() returns void language plpgsql security definer set search_path = ''
  as $$
declare
  subject record;
begin
  for subject in
    select p.id::regclass as name, true as is_published from realtime.published_tables p
      where (select count(*) from pg_catalog.pg_trigger t where t.tgrelid = p.id
        and t.tgname in ('realtime_insert', 'realtime_update', 'realtime_delete')) < 3
    union all
    select distinct t.tgrelid::regclass, false from pg_catalog.pg_trigger t
      where t.tgname in ('realtime_insert', 'realtime_update', 'realtime_delete')
        and t.tgfoid = 'realtime.notify_changes'::regproc
        and t.tgrelid not in (select p.id from realtime.published_tables p)
  loop
    begin
      if subject.is_published then
        execute format('create or replace trigger realtime_insert after insert on %s referencing new table as new_rows
          for each statement execute function realtime.notify_changes()', subject.name);
        execute format('create or replace trigger realtime_update after update on %s
          referencing old table as old_rows new table as new_rows
          for each statement execute function realtime.notify_changes()', subject.name);
        execute format('create or replace trigger realtime_delete after delete on %s referencing old table as old_rows
          for each statement execute function realtime.notify_changes()', subject.name);
      else
        execute format('drop trigger if exists realtime_insert on %s', subject.name);
        execute format('drop trigger if exists realtime_update on %s', subject.name);
        execute format('drop trigger if exists realtime_delete on %s', subject.name);
      end if;
    exception when others then
      raise warning 'The triggers of % could not be changed: %', subject.name, sqlerrm;
    end;
  end loop;
end
$$;
revoke execute on function realtime.prepare_tables() from public;
grant execute on function realtime.prepare_tables() to backend;

-- Migrations add tables to this publication. Nothing replicates it here. PostgreSQL 18 refuses updates and deletes of a
-- published table with `replica identity full` and a stored generated column, unless such columns are published.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if current_setting('server_version_num')::int >= 180000 then
    execute 'alter publication supabase_realtime set (publish_generated_columns = stored)';
  end if;
exception when insufficient_privilege then
  raise warning 'The publication supabase_realtime could not be created: %', sqlerrm;
end
$$;

create or replace function realtime.follow_publication() returns event_trigger language plpgsql set search_path = ''
  as $$
begin
  perform realtime.prepare_tables();
  perform pg_notify('realtime', '{"kind":"publication"}');
end
$$;
do $$
begin
  -- Only a superuser may create an event trigger. Elsewhere a table is prepared when somebody subscribes to it.
  if (select rolsuper from pg_roles where rolname = current_user) then
    drop event trigger if exists realtime_follow_publication;
    create event trigger realtime_follow_publication on ddl_command_end
      when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION') execute function realtime.follow_publication();
  end if;
end
$$;

-- A session that has ended ends its subscriptions, in every process.
create or replace function realtime.notify_ended_sessions() returns trigger language plpgsql set search_path = ''
  as $$
begin
  perform pg_notify('realtime', json_build_object('kind', 'sessions', 'ids', json_agg(part.id))::text)
    from (select id, row_number() over () / 150 as number from ended) part group by part.number;
  return null;
end
$$;
create or replace trigger realtime_ended_sessions after delete on auth.sessions referencing old table as ended
  for each statement execute function realtime.notify_ended_sessions();

-- Sends a broadcast to the channels of a topic when the transaction commits.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void language plpgsql
  as $$
#variable_conflict use_variable
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
exception when others then
  -- A broadcast that cannot be sent does not undo what it is about.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- The same with bytes.
create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void language plpgsql
  as $$
#variable_conflict use_variable
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For triggers on tables: broadcasts the change of a row.
create or replace function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text,
  table_schema text, new record, old record, level text default 'ROW')
  returns void language plpgsql
  as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(jsonb_build_object('old_record', old, 'record', new, 'operation', operation,
    'table', table_name, 'schema', table_schema), event_name, topic_name);
end
$$;

create or replace function realtime.notify_messages() returns trigger language plpgsql set search_path = ''
  as $$
declare
  message record;
  notification text;
begin
  -- The process that stores a broadcast of a client sends it by itself.
  if current_setting('realtime.is_sent', true) = 'true' then
    return null;
  end if;
  for message in select * from sent where extension = 'broadcast' and event is not null loop
    notification := json_build_object('kind', 'message', 'id', message.id, 'topic', message.topic,
      'event', message.event, 'private', coalesce(message.private, false), 'payload', message.payload::text,
      'binary', encode(message.binary_payload, 'base64'))::text;
    if octet_length(notification) > 7900 then
      notification := json_build_object('kind', 'stored', 'id', message.id, 'topic', left(message.topic, 255),
        'private', coalesce(message.private, false))::text;
    end if;
    perform pg_notify('realtime', notification);
  end loop;
  return null;
end
$$;
create or replace trigger realtime_messages_sent after insert on realtime.messages referencing new table as sent
  for each statement execute function realtime.notify_messages();

-- What processes tell each other beyond the 8,000 bytes of a notification. Not logged: read at once, or never.
create unlogged table if not exists realtime.large_notifications (
  id bigint generated always as identity primary key,
  content text not null,
  sent_at timestamptz not null default now()
);
grant select, insert, delete on realtime.large_notifications to backend;

-- A process that listens holds the lock 727101021 of its id: what is long is written only when another one does.
drop function if exists realtime.publish(text[]);
create or replace function realtime.publish(notifications text[], process text default null) returns void
  language plpgsql set search_path = ''
  as $$
declare
  one text;
  number bigint;
begin
  foreach one in array notifications loop
    if octet_length(one) < 7900 then
      perform pg_notify('realtime', one);
    elsif exists (select from pg_catalog.pg_locks l where l.locktype = 'advisory' and l.classid = 727101021
      and l.objid is distinct from hashtext(process)::oid
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())) then
      delete from realtime.large_notifications where sent_at < now() - interval '1 minute';
      insert into realtime.large_notifications (content) values (one) returning id into number;
      -- Not by operators of json: they reject an event with a NUL or half of a surrogate pair, and with it all others.
      perform pg_notify('realtime', format('{"kind":"large","id":%s,%s}', number,
        substring(left(one, 4000) from '"topic":"(?:[^"\\]|\\.)*","private":(?:true|false)')));
    end if;
  end loop;
end
$$;

-- Who is present on which channel. A process that serves channels holds an advisory lock of its id on its listening
-- connection; rows of a process without it are those of a dead one. Not logged: emptied when the server crashes.
create unlogged table if not exists realtime.presences (
  channel uuid primary key,
  process uuid not null,
  topic text not null,
  private boolean not null,
  key text not null,
  ref text not null,
  meta jsonb not null,
  since timestamptz not null default now()
);
create index if not exists presences_topic on realtime.presences (topic, private);
alter table realtime.presences add column if not exists bytes int not null default 0;
grant select, insert, update, delete on realtime.presences to backend;

-- Deletes the rows of dead processes, and those of channels that the calling one has no longer.
create or replace function realtime.forget_presences(caller uuid, alive uuid[]) returns setof void language sql
  set search_path = ''
  as $$
  with dead as (
    select other.process from (select distinct p.process from realtime.presences p where p.process <> caller) other
    where pg_try_advisory_xact_lock(hashtextextended('realtime ' || other.process, 0))
  ), gone as (
    delete from realtime.presences p
    where p.process in (select dead.process from dead)
      or (p.process = caller and p.channel <> all (alive) and p.since < now() - interval '30 seconds')
    returning p.topic, p.private
  )
  select pg_notify('realtime', json_build_object('kind', 'presence', 'topic', topic, 'private', private)::text)
  from (select distinct topic, private from gone) topics;
$$;

-- A ban ends the subscriptions of the account's sessions.
create or replace function realtime.notify_banned() returns trigger language plpgsql set search_path = ''
  as $$
begin
  perform pg_notify('realtime', json_build_object('kind', 'sessions', 'ids', json_agg(part.id))::text)
    from (select s.id, row_number() over () / 150 as number from auth.sessions s where s.user_id = new.id) part
    group by part.number;
  return null;
end
$$;
create or replace trigger realtime_banned after update of banned_until on auth.users
  for each row when (new.banned_until > now()) execute function realtime.notify_banned();
