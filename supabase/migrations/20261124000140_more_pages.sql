-- The words of the pages that are not of one service.
insert into public.site_words (page) values
  ('home'), ('about'), ('team'), ('services'), ('contact'), ('blog'), ('privacy'), ('disclaimer');
