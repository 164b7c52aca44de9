-- Links to a post as it will be, for people without an account (docs/decisions/0052). One for each post, for a week.

create table public.post_previews (
  post_id uuid primary key references public.blog_posts (id) on delete cascade,
  -- SHA-256 of the token in the link, which is kept nowhere.
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
alter table public.post_previews enable row level security;
revoke all on public.post_previews from anon, authenticated, service_role;
-- Callers choose neither the dates nor see the hash.
grant select (post_id, created_at, expires_at), insert (post_id, token_hash), delete
  on public.post_previews to authenticated, service_role;

-- Only an administrator sees which posts have a link.
create policy "an administrator reads previews" on public.post_previews
  for select to authenticated using ((select public.is_admin()));
-- Only an administrator makes a link.
create policy "an administrator makes previews" on public.post_previews
  for insert to authenticated with check ((select public.is_admin()));
-- Only an administrator ends a link.
create policy "an administrator ends previews" on public.post_previews
  for delete to authenticated using ((select public.is_admin()));

-- Makes the link of a post, in place of an earlier one, with the rights of the caller. The token is returned this once.
create function public.create_post_preview(post uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  -- 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  ends timestamptz;
begin
  delete from public.post_previews where post_id = post or expires_at <= now();
  insert into public.post_previews (post_id, token_hash) values (post, encode(sha256(convert_to(token, 'UTF8')), 'hex'))
    returning expires_at into ends;
  return jsonb_build_object('token', token, 'expires_at', ends);
end
$$;

-- What a reader will see of the post whose link has this token, with its pending draft; null for any other token.
-- `address` is the slug where the page itself shows the same.
create function public.read_post_preview(token text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
  select jsonb_build_object(
    'expires_at', v.expires_at,
    'is_pending', d.post_id is not null and p.status <> 'draft',
    'address', case when d.post_id is null and p.status = 'published' and p.published_at <= now() then p.slug end,
    'post', jsonb_build_object(
      'title', shown.post ->> 'title',
      'slug', p.slug,
      'excerpt', nullif(shown.post ->> 'excerpt', ''),
      'content', shown.post ->> 'content',
      'featured_image_url', nullif(shown.post ->> 'featured_image_url', ''),
      'author', nullif(shown.post ->> 'author', ''),
      'reviewer', nullif(shown.post ->> 'reviewer', ''),
      'law_as_of', nullif(shown.post ->> 'law_as_of', ''),
      'published_at', p.published_at,
      'created_at', p.created_at,
      'categories', (
        select jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug)
        from public.categories c where c.id::text = shown.post ->> 'category_id'
      )
    )
  )
  from public.post_previews v
  join public.blog_posts p on p.id = v.post_id
  left join public.post_drafts d on d.post_id = p.id
  cross join lateral (select public.written_part(p) || coalesce(d.fields, '{}')) shown (post)
  where v.token_hash = encode(sha256(convert_to(read_post_preview.token, 'UTF8')), 'hex') and v.expires_at > now()
$$;

revoke all on function public.create_post_preview(uuid), public.read_post_preview(text)
  from public, anon, authenticated, service_role;
grant execute on function public.create_post_preview(uuid) to authenticated, service_role;
grant execute on function public.read_post_preview(text) to anon, authenticated, service_role;
