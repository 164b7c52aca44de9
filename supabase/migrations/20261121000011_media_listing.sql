-- The names of pictures are the administrators' to list: a picture of a draft is nobody else's business. The bucket stays
-- public: its bytes are served by their address without asking a policy, here as on a hosted project.

drop policy if exists "anyone reads media" on storage.objects;

-- Only an administrator lists pictures, and reads their rows.
create policy "an administrator reads media" on storage.objects
  for select to authenticated using (bucket_id = 'media' and (select public.is_admin()));
