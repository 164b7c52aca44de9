-- Replaces the function of 20261128000175, as src/contract/excerpt.ts: a word may be in several inline elements, such as
-- 10<sup>th</sup> and (<em>ibid</em>). Only `small` still ends one, because a footnote stands behind a word. With a locale of
-- libc, as most databases have, \s is no space that does not break.
create or replace function post_text.plain_text(content text) returns text
  language sql immutable strict parallel safe
  return (
    select btrim(regexp_replace(regexp_replace(coalesce(string_agg(
      case
        when n = 1 then part
        when code between 32 and 126 or code between 160 and 55295 or code between 57344 and 1114111
          then chr(code) || substr(part, strpos(part, ';') + 1)
        else coalesce('{"nbsp": " ", "lt": "<", "gt": ">", "quot": "\"", "apos": "''", "amp": "&",
          "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "ndash": "–", "mdash": "—", "hellip": "…", "middot": "·",
          "bull": "•", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "pound": "£"}'::jsonb ->> entity[3]
            || substr(part, strpos(part, ';') + 1), '&' || part)
      end, '' order by n), ''), '[\s\u00a0\u2007\u202f]+', ' ', 'g'), ' ([.,;:!?])', '\1', 'g'))
    from string_to_table(regexp_replace(regexp_replace(regexp_replace(content,
        '(?:<!--[^<-]*(?:(?:<(?!!--)|-(?!->))[^<-]*)*-->|<script(?=[\s/>])[^<>]*>.*?(?:</script\s*>|$)'
          '|<style(?=[\s/>])[^<>]*>.*?(?:</style\s*>|$)){1,1}?', ' ', 'gi'),
        '</?(?:a|abbr|b|cite|code|em|i|mark|q|s|span|strong|sub|sup|u)(?=[\s/>])[^<>]*>', '', 'gi'),
        '<(?:/?[a-z][a-z0-9:-]*(?=[\s/>])|!)[^<>]*>', ' ', 'gi'), '&') with ordinality as parts (part, n),
      regexp_match(part, '^(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));') as entity,
      coalesce(entity[1]::integer, ('x' || lpad(entity[2], 8, '0'))::bit(32)::integer) as code
  );

-- With the locale C, PostgreSQL takes signs beyond ASCII for letters: spaces, quotation marks, dashes, ₹ and dandas.
create or replace function post_text.without_signs(words text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(words,
    '[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2122\u2190-\u27bf]+',
    ' ', 'g');
grant execute on function post_text.without_signs(text) to public;

-- Replaces the function of the search migration.
create or replace function post_text.search_vector_of(title text, excerpt text, keywords text, content text)
  returns tsvector language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', post_text.with_equivalents(post_text.without_signs(title))), 'A')
    || setweight(to_tsvector('pg_catalog.english',
      post_text.with_equivalents(post_text.without_signs(concat_ws(' ', excerpt, keywords)))), 'B')
    || setweight(to_tsvector('pg_catalog.english',
      post_text.with_equivalents(post_text.without_signs(post_text.plain_text(content)))), 'C');

-- Computes the stored columns of existing posts again, without a new version of any.
alter table public.blog_posts disable trigger user;
update public.blog_posts set content = content;
alter table public.blog_posts enable trigger user;
