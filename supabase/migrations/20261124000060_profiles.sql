-- The name by which the dashboard shows a person, in place of the e-mail address: one of the firm's people, by their id in
-- the site's own list (src/site/content/team.ts), or a name of their own.
create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Without control characters, and without those that change the direction of the text around them.
  name text check (length(name) between 1 and 80 and name !~ '^\s|\s$'
    and name !~ '[\u0001-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]'),
  person text check (person ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(person) <= 100),
  check (num_nonnulls(name, person) = 1)
);

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated, service_role;
grant select, insert, update, delete on public.profiles to authenticated, service_role;

-- An account without rights has no name: beside the address in the list of accounts it would read like one of the firm.
create policy "an administrator reads names" on public.profiles
  for select to authenticated using ((select public.is_admin()));
create policy "an administrator gives a name" on public.profiles
  for insert to authenticated with check ((select public.is_admin()));
create policy "an administrator changes a name" on public.profiles
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an administrator removes a name" on public.profiles
  for delete to authenticated using ((select public.is_admin()));

-- The name of a hidden account goes too; that of a deleted one goes with its row.
create function public.forget_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.profiles where user_id = old.id;
  return null;
end
$$;
create trigger forget_hidden_profile after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function public.forget_profile();
revoke execute on function public.forget_profile() from public, anon, authenticated, service_role;

-- person_data() also has the name, and the passkeys where the auth service has them.
alter function public.person_data(uuid, text) rename to person_data_without_profile;
create function public.person_data(account uuid, address text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  passkeys jsonb := '[]';
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    execute $sql$
      select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at), '[]') from (
        select friendly_name, created_at, last_used_at from auth.webauthn_credentials where user_id = $1) k
    $sql$ into passkeys using account;
  end if;
  return public.person_data_without_profile(account, address) || jsonb_build_object(
    'profile', (select to_jsonb(p) from (select name, person from public.profiles where user_id = account) p),
    'passkeys', passkeys
  );
end
$$;
revoke execute on function public.person_data(uuid, text) from public, anon, authenticated, service_role;
