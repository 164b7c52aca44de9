-- Columns for lists and search, computed when a post is written, so that lists never load the content.

-- The text of a body: tags removed, common entities decoded, white space collapsed.
create function public.plain_text(content text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(content, '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
    '\s+', ' ', 'g'), ' ([.,;:!?])', '\1', 'g'));

-- The excerpt of a card: the post's own, else the first 150 characters of its text and an ellipsis (specification §5,
-- §9).
create function public.excerpt_of(excerpt text, content text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(excerpt, E' \t\r\n'), ''), left(public.plain_text(content), 150) || '...');

-- Whole minutes that a reader needs at 220 words a minute, at least one.
create function public.reading_minutes_of(content text) returns integer
  language sql immutable strict parallel safe
  return greatest(1, round(cardinality(string_to_array(public.plain_text(content), ' ')) / 220.0)::integer);

-- Abbreviations of the field, and words with two spellings. Where one of a pair occurs, the other is found too:
-- abbreviations only in their exact case (AA is not aa), long forms in any case, with spaces or hyphens. To add a pair:
-- a new migration that replaces this function, then drops the column `search` and adds it again.
create function public.with_equivalents(words text) returns text
  language sql immutable strict parallel safe
  return translate(words, '/', ' ') || coalesce((
    select string_agg(' ' || pair.short || ' ' || pair.long, '')
    from (values
      ('AA', 'Advance Authorisation'),
      ('AD', 'Authorised Dealer'),
      ('AEO', 'Authorised Economic Operator'),
      ('APA', 'Advance Pricing Agreement'),
      ('APR', 'Annual Performance Report'),
      ('BEPS', 'Base Erosion and Profit Shifting'),
      ('BIS', 'Bureau of Indian Standards'),
      ('CBIC', 'Central Board of Indirect Taxes and Customs'),
      ('CEPA', 'Comprehensive Economic Partnership Agreement'),
      ('CETA', 'Comprehensive Economic and Trade Agreement'),
      ('DFIA', 'Duty Free Import Authorisation'),
      ('DGFT', 'Directorate General of Foreign Trade'),
      ('DRP', 'Dispute Resolution Panel'),
      ('DTAA', 'Double Taxation Avoidance Agreement'),
      ('ECB', 'External Commercial Borrowing'),
      ('EDF', 'Export Declaration Form'),
      ('EDPMS', 'Export Data Processing and Monitoring System'),
      ('EODC', 'Export Obligation Discharge Certificate'),
      ('EOU', 'Export Oriented Unit'),
      ('EPCG', 'Export Promotion Capital Goods'),
      ('FC-GPR', 'Foreign Currency Gross Provisional Return'),
      ('FDI', 'Foreign Direct Investment'),
      ('FEMA', 'Foreign Exchange Management Act'),
      ('FLA', 'Foreign Liabilities and Assets'),
      ('FTA', 'Free Trade Agreement'),
      ('FTP', 'Foreign Trade Policy'),
      ('GST', 'Goods and Services Tax'),
      ('IEC', 'Importer Exporter Code'),
      ('IGST', 'Integrated Goods and Services Tax'),
      ('KYC', 'Know Your Customer'),
      ('LLP', 'Limited Liability Partnership'),
      ('LUT', 'Letter of Undertaking'),
      ('MAP', 'Mutual Agreement Procedure'),
      ('MCA', 'Ministry of Corporate Affairs'),
      ('MLI', 'Multilateral Instrument'),
      ('MOOWR', 'Manufacture and Other Operations in Warehouse'),
      ('ODI', 'Overseas Direct Investment'),
      ('PE', 'Permanent Establishment'),
      ('RBI', 'Reserve Bank of India'),
      ('RoDTEP', 'Remission of Duties and Taxes on Exported Products'),
      ('SCOMET', 'Special Chemicals Organisms Materials Equipment and Technologies'),
      ('SEZ', 'Special Economic Zone'),
      ('SION', 'Standard Input Output Norms'),
      ('SVB', 'Special Valuation Branch'),
      ('TP', 'Transfer Pricing'),
      ('TRC', 'Tax Residency Certificate'),
      ('authorization', 'authorisation'),
      ('authorized', 'authorised'),
      ('license', 'licence')
    ) as pair (short, long)
    where words ~ ('\m' || pair.short || 's?\M') or words ~* ('\m' || replace(pair.long, ' ', ',?[\s-]+(?:and\s+)?'))
  ), '');

-- The title weighs more than excerpt and keywords, these more than the text.
create function public.search_vector_of(title text, excerpt text, keywords text, content text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', public.with_equivalents(title)), 'A')
    || setweight(to_tsvector('pg_catalog.english', public.with_equivalents(concat_ws(' ', excerpt, keywords))), 'B')
    || setweight(to_tsvector('pg_catalog.english', public.with_equivalents(public.plain_text(content))), 'C');

alter table public.blog_posts
  add column card_excerpt text generated always as (public.excerpt_of(excerpt, content)) stored not null,
  add column reading_minutes integer generated always as (public.reading_minutes_of(content)) stored not null,
  add column search tsvector generated always as (public.search_vector_of(title, excerpt, meta_keywords, content)) stored not null;

-- No index on `search`: `@@` is not leakproof, so under row-level security PostgreSQL evaluates the policy first, and
-- only service_role would use a GIN index. A sequential scan of 4,500 posts takes 16 ms.

-- The list of a category, and the posts related to a post.
create index blog_posts_published_in_category on public.blog_posts (category_id, published_at desc, id)
  where status = 'published';

-- The generated columns are computed with the rights of the writer; visitors write nothing.
revoke execute on function public.plain_text(text), public.excerpt_of(text, text), public.reading_minutes_of(text),
  public.with_equivalents(text), public.search_vector_of(text, text, text, text) from public, anon;
grant execute on function public.plain_text(text), public.excerpt_of(text, text), public.reading_minutes_of(text),
  public.with_equivalents(text), public.search_vector_of(text, text, text, text) to authenticated, service_role;
