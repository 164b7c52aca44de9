-- PDF files beside pictures, for the links of posts (docs/decisions/0052).
update storage.buckets
  set allowed_mime_types = array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'application/pdf']
  where id = 'media';
