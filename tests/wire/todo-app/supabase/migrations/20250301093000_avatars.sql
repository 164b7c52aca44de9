insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('avatars', 'avatars', true, 1048576, array['image/png', 'image/jpeg']);
insert into storage.buckets (id, name) values ('attachments', 'attachments');

create policy "Avatar images are publicly accessible." on storage.objects
  for select using (bucket_id = 'avatars');
create policy "Users can upload their own avatar." on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Users can change their own avatar." on storage.objects
  for update to authenticated using (bucket_id = 'avatars' and owner_id = (select auth.uid())::text);
create policy "Members can use the attachments of their lists." on storage.objects
  for all to authenticated
  using (bucket_id = 'attachments' and public.may_use_list(((storage.foldername(name))[1])::uuid))
  with check (bucket_id = 'attachments' and public.may_use_list(((storage.foldername(name))[1])::uuid));
