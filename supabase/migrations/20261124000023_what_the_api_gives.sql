-- What the data API must not give away: links of account mail, and functions that take long texts.

-- Replaces the function of 20261124000022: account mail is listed by kind and time only, because its text holds links and
-- codes that sign in, and administrators read the export.
create or replace function public.person_data(account uuid, address text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  data jsonb;
  rows jsonb;
begin
  select jsonb_build_object(
    'account', (select to_jsonb(u) from (
      select id, email, phone, new_email, created_at, updated_at, email_confirmed_at, invited_at, last_sign_in_at,
        banned_until, is_anonymous, raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata
      from (select *, nullif(email_change, '') as new_email from auth.users where id = account) a) u),
    'administrator_since', (select created_at from public.admin_users where user_id = account),
    'identities', (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from (
      select provider, provider_id, identity_data, created_at, last_sign_in_at from auth.identities
      where user_id = account) i),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select created_at, refreshed_at, not_after, aal::text, host(ip) as ip, user_agent from auth.sessions
      where user_id = account) s),
    'mfa_factors', (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from (
      select friendly_name, factor_type::text, status::text, created_at from auth.mfa_factors
      where user_id = account) f),
    'activity', (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from (
      -- Without the address of another person who changed the account's rights.
      select id, happened_at, case when actor_id = account then actor_email end as actor_email, verb, subject, subject_id,
        title from public.activity
      where actor_id = account or (subject = 'administrator' and subject_id = account::text)) a),
    'posts', (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from (
      select id, title, status, created_at from public.blog_posts where author_id = account) p),
    'versions', (select coalesce(jsonb_agg(to_jsonb(r) order by r.saved_at), '[]') from (
      select post_id, saved_at, saved_by_email from public.post_revisions where saved_by = account) r),
    'pending_drafts', (select coalesce(jsonb_agg(to_jsonb(d) order by d.saved_at), '[]') from (
      select post_id, saved_at, saved_by_email from public.post_drafts where saved_by = account) d),
    'deleted_items', (select coalesce(jsonb_agg(to_jsonb(d) order by d.deleted_at), '[]') from (
      select table_name, name, deleted_at, deleted_by_email from public.deleted_items where deleted_by = account) d),
    'files', (select coalesce(jsonb_agg(to_jsonb(o) order by o.created_at), '[]') from (
      select bucket_id, name, created_at from storage.objects where owner_id = account::text) o)
  ) into data;
  rows := '[]';
  if to_regclass('mail.outbox') is not null then
    execute $sql$
      select coalesce(jsonb_agg(
        case when kind = 'enquiry' then to_jsonb(m) else jsonb_build_object('kind', kind, 'created_at', created_at) end
        order by created_at), '[]')
      from (
        select kind, created_at, recipient, reply_to, subject, text_body, last_error from mail.outbox
        where delivered_at is null and (lower(reply_to) = lower($1) or (kind <> 'enquiry' and lower(recipient) = lower($1)))) m
    $sql$ into rows using address;
  end if;
  return data || jsonb_build_object('waiting_messages', rows);
end
$$;

-- The functions of the generated columns of posts leave the schema of the data API: with a long text each takes seconds.
-- No role may use the schema, so nobody can name them. The columns know them by their identifiers, and every writer of a
-- post executes them. A later migration that replaces one of them names it in this schema.
create schema post_text;
alter function public.plain_text(text) set schema post_text;
alter function public.excerpt_of(text, text) set schema post_text;
alter function public.reading_minutes_of(text) set schema post_text;
alter function public.with_equivalents(text) set schema post_text;
alter function public.search_vector_of(text, text, text, text) set schema post_text;
grant execute on all functions in schema post_text to public;
