-- Drafts of the words of pages, with a preview link and a time of publication. They lie where the drafts and links of
-- posts lie, as their versions do.

-- When the draft of a page is published by itself.
alter table public.post_drafts add column publish_at timestamptz;
create index post_drafts_publish_at on public.post_drafts (publish_at) where publish_at is not null;

-- Replaces the function of 20261121000014: a draft may also be of words.
create or replace function public.keep_draft() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    -- Waits for a change of the words that is under way. While there is a draft, no change leaves it out.
    perform from public.site_words where id = new.post_id and updated_at = new.base for share;
  else
    perform from public.site_words where id = new.post_id and updated_at = new.base;
  end if;
  if not found and not exists (select from public.blog_posts where id = new.post_id and updated_at = new.base) then
    raise exception 'The post was saved since this draft was started.';
  end if;
  new.saved_at := now();
  new.saved_by := auth.uid();
  new.saved_by_email := auth.jwt() ->> 'email';
  return new;
end
$$;

-- A change of words names the draft that it includes, as a save of a post does. The name of the trigger puts it first.
alter table public.site_words add column save_options jsonb;
grant update (words, save_options) on public.site_words to authenticated, service_role;
create trigger end_draft before update on public.site_words
  for each row when (new.save_options is not null) execute function public.take_save_options();

create function public.refuse_beside_draft() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (select from public.post_drafts where post_id = new.id) then
    raise exception 'There is a draft of these words, which this change does not include.';
  end if;
  return new;
end
$$;
create trigger refuse_beside_draft before update on public.site_words
  for each row when (old.words is distinct from new.words) execute function public.refuse_beside_draft();

-- Publishes the drafts of pages whose time has come. The site calls it before it reads the words.
create function public.publish_due_words() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  due uuid;
  draft public.post_drafts;
  claims text := current_setting('request.jwt.claims', true);
begin
  for due in
    select d.post_id from public.post_drafts d join public.site_words w on w.id = d.post_id
      where d.publish_at <= now() order by d.publish_at
  loop
    -- In the order of a save: the words first.
    perform from public.site_words where id = due for update;
    delete from public.post_drafts where post_id = due and publish_at <= now() returning * into draft;
    continue when not found;
    -- The version and the activity name the person who scheduled it.
    perform set_config('request.jwt.claims',
      jsonb_build_object('sub', draft.saved_by, 'email', draft.saved_by_email)::text, true);
    update public.site_words set words = draft.fields where id = due;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end loop;
end
$$;

-- The site learns of the time.
create trigger tell_scheduled after insert on public.post_drafts
  for each row when (new.publish_at is not null) execute function public.tell_content_changed();
create trigger tell_rescheduled after update on public.post_drafts
  for each row when (old.publish_at is distinct from new.publish_at) execute function public.tell_content_changed();

-- Preview links are of posts or of pages. One of a deleted post shows nothing, because it is read with its post.
alter table public.post_previews drop constraint post_previews_post_id_fkey;

-- The page whose preview link has this token, with its draft; null for any other token. Without a draft, `words` is null.
create function public.read_words_preview(token text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
  select jsonb_build_object('expires_at', v.expires_at, 'page', w.page, 'words', d.fields)
  from public.post_previews v
  join public.site_words w on w.id = v.post_id
  left join public.post_drafts d on d.post_id = w.id
  where v.token_hash = encode(sha256(convert_to(read_words_preview.token, 'UTF8')), 'hex') and v.expires_at > now()
$$;

revoke execute on function public.refuse_beside_draft(), public.publish_due_words(), public.read_words_preview(text)
  from public, anon, authenticated, service_role;
grant execute on function public.publish_due_words(), public.read_words_preview(text) to anon, authenticated, service_role;
