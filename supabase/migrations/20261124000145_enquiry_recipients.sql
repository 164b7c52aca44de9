-- Who receives enquiries: a row among the words of the site, which only administrators read.

drop policy "anyone reads the words of the site" on public.site_words;
create policy "anyone reads the words of the site" on public.site_words
  for select to anon, authenticated using (page not in ('launch', 'enquiries'));
drop policy "an administrator reads the launch list" on public.site_words;
create policy "an administrator reads the launch list and the recipients" on public.site_words
  for select to authenticated using (page in ('launch', 'enquiries') and (select public.is_admin()));

insert into public.site_words (page) values ('enquiries');
