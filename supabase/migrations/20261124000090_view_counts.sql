-- How often pages were read, where readers came from, what was not found, and how many enquiries were sent: numbers of a
-- day, and nothing of persons (docs/decisions/0053). The server writes them once a minute.

create table public.view_counts (
  day date not null,
  --   page, missing: a path of the site. `missing` had no page.
  --   source: the host of another site whose link was followed
  --   before-contact: the page of this site whose link to /contact was followed
  --   enquiry: the path of the form
  kind text not null check (kind in ('page', 'missing', 'source', 'before-contact', 'enquiry')),
  name text not null check (length(name) between 1 and 200),
  count bigint not null check (count > 0),
  primary key (day, kind, name)
);
alter table public.view_counts enable row level security;
revoke all on public.view_counts from anon, authenticated, service_role;
grant select on public.view_counts to authenticated, service_role;

-- Only an administrator reads the counts. Nobody writes them through the API.
create policy "an administrator reads the counts" on public.view_counts
  for select to authenticated using ((select public.is_admin()));

-- The counts since a day, with the rights of the caller: views and enquiries of each day with any, and of each kind the
-- hundred names with the most.
create function public.view_report(since date) returns jsonb
  language sql stable set search_path = ''
  as $$
  select jsonb_build_object(
    'days', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
        select day, coalesce(sum(count) filter (where kind = 'page'), 0) as views,
          coalesce(sum(count) filter (where kind = 'enquiry'), 0) as enquiries
        from public.view_counts where day >= since group by day
      ) d
    ),
    'names', (
      select coalesce(jsonb_object_agg(k.kind, k.names), '{}') from (
        select t.kind, jsonb_agg(jsonb_build_object('name', t.name, 'count', t.total) order by t.place) as names from (
          select kind, name, sum(count) as total,
            row_number() over (partition by kind order by sum(count) desc, name) as place
          from public.view_counts where day >= since group by kind, name
        ) t where t.place <= 100 group by t.kind
      ) k
    )
  )
$$;
revoke all on function public.view_report(date) from public, anon, authenticated, service_role;
grant execute on function public.view_report(date) to authenticated, service_role;
