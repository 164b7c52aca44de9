-- Replaces the function of 20261121000003: a < that begins no tag is text, as in src/contract/excerpt.ts, for example
-- a comparison or <name@firm.example>.
create or replace function public.plain_text(content text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(content, '<(?:/?[a-z][a-z0-9:-]*(?=[\s/>])|!)[^<>]*>', ' ', 'gi'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
    '\s+', ' ', 'g'), ' ([.,;:!?])', '\1', 'g'));

-- Computes the stored columns of existing posts again, without a new version of any.
alter table public.blog_posts disable trigger user;
update public.blog_posts set content = content where public.plain_text(content) like '%<%';
alter table public.blog_posts enable trigger user;
