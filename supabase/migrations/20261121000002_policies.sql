-- Row-level security with the rights of specification §6. Everything without a policy is rejected.

alter table public.categories enable row level security;
alter table public.blog_posts enable row level security;
alter table public.testimonials enable row level security;
alter table public.admin_users enable row level security;

revoke all on public.categories, public.blog_posts, public.testimonials, public.admin_users from anon, authenticated;
grant select on public.categories, public.blog_posts, public.testimonials to anon;
grant select, insert, update, delete on public.categories, public.blog_posts, public.testimonials to authenticated;
grant select on public.admin_users to authenticated;
grant all on public.categories, public.blog_posts, public.testimonials, public.admin_users to service_role;

-- The functions of triggers are not for callers.
revoke execute on function public.keep_post_dates(), public.tell_content_changed() from public, anon, authenticated;
revoke execute on function public.is_admin() from public;
grant execute on function public.is_admin() to anon, authenticated, service_role;

-- Anyone reads published posts whose publication time has passed.
create policy "anyone reads published posts" on public.blog_posts
  for select to anon, authenticated using (status = 'published' and published_at <= now());
-- An administrator reads every post, drafts and archived ones too.
create policy "an administrator reads every post" on public.blog_posts
  for select to authenticated using ((select public.is_admin()));
-- Only an administrator creates posts.
create policy "an administrator creates posts" on public.blog_posts
  for insert to authenticated with check ((select public.is_admin()));
-- Only an administrator changes posts.
create policy "an administrator changes posts" on public.blog_posts
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
-- Only an administrator deletes posts.
create policy "an administrator deletes posts" on public.blog_posts
  for delete to authenticated using ((select public.is_admin()));

-- Anyone reads the categories.
create policy "anyone reads categories" on public.categories for select to anon, authenticated using (true);
-- Only an administrator creates categories.
create policy "an administrator creates categories" on public.categories
  for insert to authenticated with check ((select public.is_admin()));
-- Only an administrator changes categories.
create policy "an administrator changes categories" on public.categories
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
-- Only an administrator deletes categories.
create policy "an administrator deletes categories" on public.categories
  for delete to authenticated using ((select public.is_admin()));

-- Anyone reads the testimonials.
create policy "anyone reads testimonials" on public.testimonials for select to anon, authenticated using (true);
-- Only an administrator creates testimonials.
create policy "an administrator creates testimonials" on public.testimonials
  for insert to authenticated with check ((select public.is_admin()));
-- Only an administrator changes testimonials.
create policy "an administrator changes testimonials" on public.testimonials
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
-- Only an administrator deletes testimonials.
create policy "an administrator deletes testimonials" on public.testimonials
  for delete to authenticated using ((select public.is_admin()));

-- A signed-in user reads only their own administrator row; nobody becomes an administrator through the API.
create policy "a person reads her own administrator row" on public.admin_users
  for select to authenticated using (user_id = (select auth.uid()));
