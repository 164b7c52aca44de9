-- What partners cleared before the launch, each with a name and a date: a row among the words of the site, so that versions,
-- activity, export and backup are those of the other rows. Visitors do not read it.

drop policy "anyone reads the words of the site" on public.site_words;
create policy "anyone reads the words of the site" on public.site_words
  for select to anon, authenticated using (page <> 'launch');
create policy "an administrator reads the launch list" on public.site_words
  for select to authenticated using (page = 'launch' and (select public.is_admin()));

insert into public.site_words (page) values ('launch');

-- The pages of the services.
insert into public.site_words (page) values
  ('foreign-trade-policy'), ('rbi-fema-compliance'), ('customs-compliance'), ('market-entry'),
  ('financial-due-diligence'), ('quality-control'), ('ongoing-compliance'), ('government-liaison'),
  ('navigating-india-toreign-trade');
