-- Footnotes stand in the text where they belong, and are shown at the end of the page (decision 48): an excerpt made of
-- the text leaves them out. Posts get the new excerpt when they are next written.
create or replace function post_text.excerpt_of(excerpt text, content text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(excerpt, E' \t\r\n'), ''), left(post_text.plain_text(regexp_replace(
    content, '<small data-footnote[^<>]*>[^<]*(?:<(?!/?small\M)[^<]*)*</small>', '', 'g')), 150) || '...');
