-- Words are found in either form of Unicode, as the search is composed (NFKC) before it is sent, and ligatures as letters.
-- Replaces the function of 20261129000201. The signs go first: NFKC makes letters of ™.
create or replace function post_text.without_signs(words text) returns text
  language sql immutable strict parallel safe
  return normalize(regexp_replace(words,
    '[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2122\u2190-\u27bf]+',
    ' ', 'g'), NFKC);

-- Replaces the function of 20261124000095, as src/contract/excerpt.ts: no excerpt ends with a part of a letter with signs.
-- Before the end stands no sign of the next character, and no virama or joiner of a letter that follows.
create or replace function post_text.excerpt_of(excerpt text, content text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(excerpt, E' \t\r\n'), ''), substring(left(post_text.plain_text(regexp_replace(
    content, '<small data-footnote[^<>]*>[^<]*(?:<(?!/?small\M)[^<]*)*</small>', '', 'g')), 151) from
    '^(.{0,150})(?:$|(?![\u0300-\u036f\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u200c\u200d\ufe0f])(?<![\u094d\u200d]))')
    || '...');

-- Computes the stored columns of existing posts again, and composes their titles, which lists of the dashboard find as they
-- are stored. No post gets a new version.
alter table public.blog_posts disable trigger user;
update public.blog_posts set title = normalize(title, NFC), content = content;
alter table public.blog_posts enable trigger user;
