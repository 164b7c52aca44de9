-- Words that administrators put in the place of the built-in ones (docs/decisions/0062): one row for each page that may
-- be changed, with only what differs. The site reads them as a visitor and checks them against its schemas.

create table public.site_words (
  id uuid primary key default gen_random_uuid(),
  page text not null unique check (page ~ '^[a-z]+(-[a-z]+)*$' and length(page) <= 100),
  words jsonb not null default '{}'
    check (jsonb_typeof(words) = 'object' and octet_length(words::text) <= 262144),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger keep_updated_at before update on public.site_words
  for each row when (old.* is distinct from new.*) execute function public.keep_updated_at();
create trigger tell_content_changed after insert or delete on public.site_words
  for each row execute function public.tell_content_changed();
create trigger tell_content_updated after update on public.site_words
  for each row when (old.* is distinct from new.*) execute function public.tell_content_changed();
create trigger tell_content_truncated after truncate on public.site_words
  for each statement execute function public.tell_content_changed();
create trigger note_content after update on public.site_words
  for each row execute function public.note_content('words', 'page');

-- Earlier versions are kept with those of posts.
create function public.keep_words_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.post_revisions (post_id, saved_by, saved_by_email, post)
    values (new.id, auth.uid(), public.caller_email(), new.words);
  return null;
end
$$;
revoke execute on function public.keep_words_revision() from public, anon, authenticated, service_role;
create trigger keep_revision after update on public.site_words
  for each row when (old.words is distinct from new.words) execute function public.keep_words_revision();

alter table public.site_words enable row level security;
revoke all on public.site_words from anon, authenticated, service_role;
grant select on public.site_words to anon, authenticated, service_role;
grant update (words) on public.site_words to authenticated, service_role;

-- Anyone reads the words of the site.
create policy "anyone reads the words of the site" on public.site_words for select to anon, authenticated using (true);
-- Only an administrator changes them. Nobody creates or deletes a page.
create policy "an administrator changes the words of the site" on public.site_words
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

insert into public.site_words (page) values ('firm');
