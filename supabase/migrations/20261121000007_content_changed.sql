-- content_changed is notified only when a row was changed. The statement triggers of 20261121000001 also fired for
-- statements without rows, so that anybody could make all app processes invalidate their pages. A transaction that
-- changes many rows still notifies once: PostgreSQL merges equal notifications of a transaction.

do $$
declare
  content regclass;
begin
  foreach content in array array['public.blog_posts', 'public.categories', 'public.testimonials']::regclass[] loop
    execute format('drop trigger tell_content_changed on %s', content);
    execute format(
      'create trigger tell_content_changed after insert or delete on %s
       for each row execute function public.tell_content_changed()', content);
    -- An update without a change does not change what the public sees.
    execute format(
      'create trigger tell_content_updated after update on %s
       for each row when (old.* is distinct from new.*) execute function public.tell_content_changed()', content);
    execute format(
      'create trigger tell_content_truncated after truncate on %s
       for each statement execute function public.tell_content_changed()', content);
  end loop;
end
$$;
