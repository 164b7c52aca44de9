-- The review of a writer's draft: what waits, what was returned, and comments beside its paragraphs.

-- No foreign key, as in post_drafts: a deleted post that is restored has its review and comments again.
create table public.post_reviews (
  post_id uuid primary key,
  state text not null default 'waiting' check (state in ('waiting', 'returned')),
  asked_at timestamptz not null default now(),
  -- Of the last return.
  note text check (length(note) <= 2000),
  decided_at timestamptz,
  decided_by uuid
);
create index post_reviews_waiting on public.post_reviews (asked_at) where state = 'waiting';

create table public.post_comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null,
  -- The comment that this one answers.
  answers uuid references public.post_comments (id) on delete cascade,
  author_id uuid,
  author_email text,
  text text not null check (btrim(text) <> '' and length(text) <= 2000),
  -- The paragraph: its place among the blocks of the body, from 0, and the start of its text, by which it is found again.
  -- Without a place the comment is about the whole post.
  block integer check (block between 0 and 100000),
  quote text not null default '' check (length(quote) <= 200),
  created_at timestamptz not null default now(),
  resolved_at timestamptz
);
create index post_comments_post on public.post_comments (post_id, created_at);
create index post_comments_answers on public.post_comments (answers);
create index post_comments_author on public.post_comments (author_id);

alter table public.post_reviews enable row level security;
alter table public.post_comments enable row level security;
revoke all on public.post_reviews, public.post_comments from anon, authenticated, service_role;
grant select, insert (post_id), update (state, note), delete on public.post_reviews to authenticated;
grant select, insert (id, post_id, answers, text, block, quote), update (resolved_at) on public.post_comments to authenticated;
grant all on public.post_reviews, public.post_comments to service_role;

-- Reviews. A writer asks, asks again, and withdraws; an administrator returns.
create policy "an administrator reads reviews" on public.post_reviews
  for select to authenticated
  using ((select public.is_admin()) and exists (select from public.blog_posts p where p.id = post_id));
create policy "a writer reads the reviews of their own drafts" on public.post_reviews
  for select to authenticated using (public.owns_draft(post_id));
create policy "a writer asks for a review" on public.post_reviews
  for insert to authenticated with check (state = 'waiting' and public.owns_draft(post_id));
create policy "a writer asks again" on public.post_reviews
  for update to authenticated
  using (public.owns_draft(post_id)) with check (state = 'waiting' and public.owns_draft(post_id));
create policy "an administrator returns a post" on public.post_reviews
  for update to authenticated
  using (state = 'waiting' and (select public.is_admin())) with check (state = 'returned' and (select public.is_admin()));
create policy "a writer withdraws a post" on public.post_reviews
  for delete to authenticated using (state = 'waiting' and public.owns_draft(post_id));

-- Sets who and when. The lock on the post orders this after a save that is under way.
create function public.keep_review() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.state = 'waiting' then
    perform from public.blog_posts where id = new.post_id and status = 'draft' for update;
    if not found then
      raise exception 'Only a draft can wait for review.';
    end if;
    new.asked_at := now();
    if tg_op = 'UPDATE' then
      new.note := old.note;
    end if;
  else
    new.note := nullif(btrim(new.note, E' \t\r\n'), '');
    new.decided_at := now();
    new.decided_by := auth.uid();
  end if;
  return new;
end
$$;
create trigger keep_review before insert or update on public.post_reviews
  for each row execute function public.keep_review();

-- While a post waits, its writer changes nothing, so that what is published is what was read.
create function public.refuse_while_waiting() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if public.is_writer() and exists (select from public.post_reviews r where r.post_id = old.id and r.state = 'waiting') then
    raise insufficient_privilege using message = 'The post waits for review. Withdraw it to change it.';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
create trigger refuse_while_waiting before update or delete on public.blog_posts
  for each row execute function public.refuse_while_waiting();

-- The review ends when an administrator publishes or archives the post.
create function public.end_review() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.post_reviews where post_id = new.id;
  update public.post_comments set resolved_at = now() where post_id = new.id and resolved_at is null;
  return null;
end
$$;
create trigger end_review after update on public.blog_posts
  for each row when (old.status = 'draft' and new.status <> 'draft') execute function public.end_review();

create function public.note_review() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  about uuid := coalesce(new.post_id, old.post_id);
  post_title text;
begin
  -- The end of a review by publication is the publication's entry.
  select title into post_title from public.blog_posts where id = about and status = 'draft';
  if auth.jwt() is not null and post_title is not null
    and (tg_op = 'DELETE' or tg_op = 'INSERT' or old.state <> new.state) then
    perform public.write_activity(
      case when tg_op = 'DELETE' then 'review withdrawn' when new.state = 'waiting' then 'review asked' else 'returned' end,
      'post', about::text, post_title);
  end if;
  return null;
end
$$;
create trigger note_review after insert or update or delete on public.post_reviews
  for each row execute function public.note_review();

-- Comments of a post are read, answered and resolved by administrators, and by its writer until it is public.
create policy "an administrator reads comments" on public.post_comments
  for select to authenticated using ((select public.is_admin()));
create policy "a writer reads comments of their own drafts" on public.post_comments
  for select to authenticated using (public.owns_draft(post_id));
create policy "an administrator comments" on public.post_comments
  for insert to authenticated with check ((select public.is_admin()));
create policy "a writer comments on their own drafts" on public.post_comments
  for insert to authenticated with check (public.owns_draft(post_id));
create policy "an administrator resolves comments" on public.post_comments
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "a writer resolves comments of their own drafts" on public.post_comments
  for update to authenticated using (public.owns_draft(post_id)) with check (public.owns_draft(post_id));

-- Sets who and when. An answer stands beside the paragraph of its comment.
create function public.keep_comment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  answered public.post_comments;
begin
  if not exists (select from public.blog_posts where id = new.post_id) then
    raise exception 'There is no such post.';
  end if;
  if new.answers is not null then
    select * into answered from public.post_comments
      where id = new.answers and post_id = new.post_id and answers is null;
    if not found then
      raise exception 'An answer belongs to a comment of the same post.';
    end if;
    new.block := answered.block;
    new.quote := answered.quote;
  end if;
  new.author_id := auth.uid();
  new.author_email := public.caller_email();
  new.created_at := now();
  new.resolved_at := null;
  return new;
end
$$;
create trigger keep_comment before insert on public.post_comments
  for each row execute function public.keep_comment();

-- The time is now, whatever the caller sends.
create function public.keep_resolved_at() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.resolved_at := case when new.resolved_at is not null then coalesce(old.resolved_at, now()) end;
  return new;
end
$$;
create trigger keep_resolved_at before update of resolved_at on public.post_comments
  for each row execute function public.keep_resolved_at();

-- Replaces the function of the bounded deletion: also deletes these of posts that can no longer be restored.
create or replace function public.purge_deleted_items() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with purged as (
    delete from public.deleted_items where id in (
      select d.id from public.deleted_items d where not public.is_restorable(d.deleted_at)
        order by d.deleted_at limit (select public.deletable_share(count(*)) from public.deleted_items)
    ) returning id, row_id
  )
  select array_agg(row_id) into gone from purged
    where not exists (select from public.blog_posts p where p.id = purged.row_id)
      and not exists (
        select from public.deleted_items d where d.row_id = purged.row_id and public.is_restorable(d.deleted_at)
      );
  delete from public.post_revisions where post_id = any (gone);
  delete from public.post_redirects where post_id = any (gone);
  delete from public.address_redirects where post_id = any (gone);
  delete from public.post_drafts where post_id = any (gone);
  delete from public.post_reviews where post_id = any (gone);
  delete from public.post_comments where post_id = any (gone);
end
$$;

-- With an account its address also goes from its comments, and from the entry that made it a writer.
create function public.forget_writer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform set_config('people.erasing', 'on', true);
  update public.activity set title = '' where subject_id = old.id::text and subject = 'writer' and title <> '';
  perform set_config('people.erasing', '', true);
  update public.post_comments set author_email = null where author_id = old.id and author_email is not null;
  return null;
end
$$;
-- After forget_person, by its name: the row of `writers` is gone by then, and its entry written.
create trigger forget_writer after delete on auth.users for each row execute function public.forget_writer();
create trigger forget_hidden_writer after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function public.forget_writer();

-- person_data() also has the role of a writer, its entries, comments and returns.
alter function public.person_data(uuid, text) rename to person_data_without_reviews;
create function public.person_data(account uuid, address text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return public.person_data_without_reviews(account, address) || jsonb_build_object(
    'writer_since', (select created_at from public.writers where user_id = account),
    'activity', (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from (
      select id, happened_at, case when actor_id = account then actor_email end as actor_email, verb, subject, subject_id,
        title from public.activity
      where actor_id = account or (subject in ('administrator', 'writer') and subject_id = account::text)) a),
    'comments', (select coalesce(jsonb_agg(to_jsonb(c) order by c.created_at), '[]') from (
      select post_id, author_email, text, created_at from public.post_comments where author_id = account) c),
    'returned_posts', (select coalesce(jsonb_agg(to_jsonb(r) order by r.decided_at), '[]') from (
      select post_id, note, decided_at from public.post_reviews where decided_by = account) r)
  );
end
$$;

revoke execute on function public.keep_review(), public.refuse_while_waiting(), public.end_review(),
  public.note_review(), public.keep_comment(), public.keep_resolved_at(), public.forget_writer(),
  public.person_data(uuid, text) from public, anon, authenticated, service_role;

-- The dashboard follows reviews and comments.
do $$
declare
  followed text;
begin
  foreach followed in array array['post_reviews', 'post_comments'] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = followed
    ) then
      execute format('alter publication supabase_realtime add table public.%I', followed);
    end if;
  end loop;
end
$$;
