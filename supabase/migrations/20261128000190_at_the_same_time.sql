-- What two people do at the same time ends as if one had followed the other.

-- Replaces the function of the writers' migration: of two roles that are given at once the later one stays.
create or replace function public.keep_one_role() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('role of ' || new.user_id, 0));
  if tg_table_name = 'writers' then
    delete from public.admin_users where user_id = new.user_id;
  else
    delete from public.writers where user_id = new.user_id;
  end if;
  return null;
end
$$;

-- Replaces the function of the preview links: of two links that are made at once the later one stays.
create or replace function public.create_post_preview(post uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  -- 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  ends timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('preview of ' || post, 0));
  delete from public.post_previews where post_id = post or expires_at <= now();
  insert into public.post_previews (post_id, token_hash) values (post, encode(sha256(convert_to(token, 'UTF8')), 'hex'))
    returning expires_at into ends;
  return jsonb_build_object('token', token, 'expires_at', ends);
end
$$;
