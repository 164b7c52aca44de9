-- Addresses that imported posts had on an earlier website, and that lie outside /blog/; they redirect to the post. Those
-- of the form /blog/… are rows of post_redirects. Callers write none of them: an import does.

create table public.address_redirects (
  -- As src/contract/old-address.ts writes it: decoded, in lower case, without a slash at the end.
  path text primary key check (path ~ '^/[^/]' and length(path) <= 1000),
  -- No foreign key, as in post_redirects: a deleted post that is restored has its old addresses again.
  post_id uuid not null,
  created_at timestamptz not null default now()
);
create index address_redirects_post on public.address_redirects (post_id);

alter table public.address_redirects enable row level security;
revoke all on public.address_redirects from anon, authenticated;
grant select on public.address_redirects to anon, authenticated;
grant all on public.address_redirects to service_role;

-- Anyone reads redirects to published posts.
create policy "anyone reads where an address of the earlier website leads" on public.address_redirects
  for select to anon, authenticated using (exists (
    select from public.blog_posts p where p.id = post_id and public.is_published(p.status, p.published_at)
  ));

-- Replaces the function of the saving migration: also deletes these redirects of posts that can no longer be restored.
create or replace function public.purge_deleted_items() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with purged as (
    delete from public.deleted_items where not public.is_restorable(deleted_at) returning row_id
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
end
$$;
