-- Replaces the function of 20261128000175, as src/contract/excerpt.ts: a word may be in several inline elements, such as
-- 10<sup>th</sup> and (<em>ibid</em>). Only `small` still ends one, because a footnote stands behind a word.
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
      end, '' order by n), ''), '\s+', ' ', 'g'), ' ([.,;:!?])', '\1', 'g'))
    from string_to_table(regexp_replace(regexp_replace(regexp_replace(content,
        '(?:<!--[^<-]*(?:(?:<(?!!--)|-(?!->))[^<-]*)*-->|<script(?=[\s/>])[^<>]*>.*?(?:</script\s*>|$)'
          '|<style(?=[\s/>])[^<>]*>.*?(?:</style\s*>|$)){1,1}?', ' ', 'gi'),
        '</?(?:a|abbr|b|cite|code|em|i|mark|q|s|span|strong|sub|sup|u)(?=[\s/>])[^<>]*>', '', 'gi'),
        '<(?:/?[a-z][a-z0-9:-]*(?=[\s/>])|!)[^<>]*>', ' ', 'gi'), '&') with ordinality as parts (part, n),
      regexp_match(part, '^(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));') as entity,
      coalesce(entity[1]::integer, ('x' || lpad(entity[2], 8, '0'))::bit(32)::integer) as code
  );

-- Computes the stored columns of existing posts again, without a new version of any.
alter table public.blog_posts disable trigger user;
update public.blog_posts set content = content
  where content ~* '</(?:a|abbr|b|cite|code|em|i|mark|q|s|span|strong|sub|sup|u)[\s>]';
alter table public.blog_posts enable trigger user;
