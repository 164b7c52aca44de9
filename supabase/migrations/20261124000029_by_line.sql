-- Who wrote and who reviewed a post, and the day of whose law it speaks. The two people are ids of the site's own list
-- (src/site/content/team.ts), not accounts. Rights are those of the post: a visitor reads them on published posts.
alter table public.blog_posts
  add column author text check (author ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(author) <= 100),
  add column reviewer text check (reviewer ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(reviewer) <= 100),
  add column law_as_of date;
