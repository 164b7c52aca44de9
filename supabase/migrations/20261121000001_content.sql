-- Posts, categories and testimonials, and who may manage them (specification §3, §4, §6).

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  description text,
  created_at timestamptz not null default now()
);

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and length(title) <= 500),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  excerpt text,
  content text not null check (btrim(content) <> ''),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  category_id uuid references public.categories (id) on delete set null,
  meta_title text,
  meta_description text,
  meta_keywords text,
  featured_image_url text,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  author_id uuid references auth.users (id) on delete set null
);

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  company text not null check (btrim(company) <> '' and length(company) <= 200),
  testimonial text not null check (btrim(testimonial) <> ''),
  rating integer not null default 5 check (rating between 1 and 5),
  is_featured boolean not null default false,
  created_at timestamptz not null default now()
);

create table public.admin_users (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- The orderings and lookups of the site.
create index blog_posts_published on public.blog_posts (published_at desc, id) where status = 'published';
create index blog_posts_created on public.blog_posts (created_at desc);
create index blog_posts_category on public.blog_posts (category_id);
create index blog_posts_author on public.blog_posts (author_id);
create index categories_created on public.categories (created_at desc);
create index testimonials_created on public.testimonials (created_at desc);

-- Whether the caller has a row in admin_users (specification §4).
create function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.admin_users where user_id = (select auth.uid())) $$;

-- published_at and author_id are set for every writer (specification §4): published at creation means now; later, now
-- only when it is empty; the author is the caller who created the post.
create function public.keep_post_dates() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    if auth.uid() is not null then
      new.author_id := auth.uid();
      new.published_at := case when new.status = 'published' then now() end;
    elsif new.status = 'published' then
      new.published_at := coalesce(new.published_at, now());
    end if;
  else
    new.created_at := old.created_at;
    if auth.uid() is not null then
      new.author_id := old.author_id;
      new.published_at := old.published_at;
    end if;
    if new.status = 'published' then
      new.published_at := coalesce(new.published_at, old.published_at, now());
    end if;
    new.updated_at := now();
  end if;
  return new;
end
$$;

create trigger keep_post_dates before insert or update on public.blog_posts
  for each row execute function public.keep_post_dates();

-- Notifies all app processes (LISTEN content_changed) that public content may have changed.
create function public.tell_content_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end
$$;

create trigger tell_content_changed after insert or update or delete or truncate on public.blog_posts
  for each statement execute function public.tell_content_changed();
create trigger tell_content_changed after insert or update or delete or truncate on public.categories
  for each statement execute function public.tell_content_changed();
create trigger tell_content_changed after insert or update or delete or truncate on public.testimonials
  for each statement execute function public.tell_content_changed();
