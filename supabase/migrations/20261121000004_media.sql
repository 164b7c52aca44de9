-- Pictures of posts: one public bucket that administrators fill. Runs on a hosted project too.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media', 'media', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Anyone reads the pictures.
create policy "anyone reads media" on storage.objects
  for select to anon, authenticated using (bucket_id = 'media');
-- Only an administrator uploads pictures.
create policy "an administrator uploads media" on storage.objects
  for insert to authenticated with check (bucket_id = 'media' and (select public.is_admin()));
-- Only an administrator replaces or renames pictures, and only within the bucket.
create policy "an administrator changes media" on storage.objects
  for update to authenticated
  using (bucket_id = 'media' and (select public.is_admin()))
  with check (bucket_id = 'media' and (select public.is_admin()));
-- Only an administrator deletes pictures.
create policy "an administrator deletes media" on storage.objects
  for delete to authenticated using (bucket_id = 'media' and (select public.is_admin()));
