-- content_changed is notified only when a row was changed. The statement triggers of 20261121000001 also fired for
-- statements that touched no row, so that anybody could make every app process forget its pages.
-- A transaction that changes many rows still notifies once: PostgreSQL sends equal notifications of a transaction once.

do $$
declare
  content regclass;
begin
  foreach content in array array['public.blog_posts', 'public.categories', 'public.testimonials']::regclass[] loop
    execute format('drop trigger tell_content_changed on %s', content);
    execute format(
      'create trigger tell_content_changed after insert or delete on %s
       for each row execute function public.tell_content_changed()', content);
    -- An update that sets what was there already changes nothing that the public sees.
    execute format(
      'create trigger tell_content_updated after update on %s
       for each row when (old.* is distinct from new.*) execute function public.tell_content_changed()', content);
    execute format(
      'create trigger tell_content_truncated after truncate on %s
       for each statement execute function public.tell_content_changed()', content);
  end loop;
end
$$;
