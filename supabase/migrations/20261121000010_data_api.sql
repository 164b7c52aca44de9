-- Rejects callers who may not create content before generated columns are computed: PostgreSQL computes them (seconds
-- for the search vector of a long post) before it checks the policy of the new row. The policies still decide; this
-- applies the same rule earlier, once per statement, also for statements without rows. Updates need none: their policy
-- leaves no row to compute.
create function public.refuse_unless_admin() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  -- The policies allow the owner and service_role.
  if current_user in ('anon', 'authenticated') and not public.is_admin() then
    raise insufficient_privilege
      using message = format('new row violates row-level security policy for table "%s"', tg_table_name);
  end if;
  return null;
end
$$;
revoke execute on function public.refuse_unless_admin() from public, anon, authenticated;

create trigger refuse_unless_admin before insert on public.blog_posts
  for each statement execute function public.refuse_unless_admin();
create trigger refuse_unless_admin before insert on public.categories
  for each statement execute function public.refuse_unless_admin();
create trigger refuse_unless_admin before insert on public.testimonials
  for each statement execute function public.refuse_unless_admin();
