-- Only administrators list pictures, because drafts have pictures too. The bucket stays public: its bytes are served by
-- URL without a policy, as on a hosted project.

drop policy if exists "anyone reads media" on storage.objects;

-- Only an administrator lists pictures and reads their rows.
create policy "an administrator reads media" on storage.objects
  for select to authenticated using (bucket_id = 'media' and (select public.is_admin()));
