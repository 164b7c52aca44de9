-- One definition of a post that everyone may read (specification §4): published, and its publication time has passed.
-- A single SQL expression, so that PostgreSQL inlines it and plans the policies as it planned the expression itself.
create function public.is_published(status text, published_at timestamptz) returns boolean
  language sql stable parallel safe
  return status = 'published' and published_at <= now();

alter policy "anyone reads published posts" on public.blog_posts
  using (public.is_published(status, published_at));
alter policy "anyone reads where an old address leads" on public.post_redirects
  using (exists (
    select from public.blog_posts p where p.id = post_id and public.is_published(p.status, p.published_at)
  ));

alter policy "a person reads her own administrator row" on public.admin_users
  rename to "a user reads their own administrator row";
