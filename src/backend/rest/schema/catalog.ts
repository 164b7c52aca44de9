/** Queries of pg_catalog about schema `public`; the only SQL here with names that are not from the cache. */

/**
 * `events` are the possible writes as bits (1 << CmdType: 4 update, 8 insert, 16 delete). An identity column has no
 * DEFAULT; the next value of its sequence stands in.
 */
export const COLUMNS = `select
  c.relname::text as "table",
  a.attname::text as "column",
  format_type(a.atttypid, a.atttypmod) as type,
  t.typname::text as base_type,
  case when a.attidentity = 'd'
    then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
    else pg_get_expr(d.adbin, d.adrelid)
  end as "default",
  a.attgenerated = '' and a.attidentity <> 'a' as is_writable,
  pg_relation_is_updatable(c.oid, true) as events
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')
order by c.relname, a.attnum`;

/** Primary keys, unique keys, and foreign keys within the schema. */
export const CONSTRAINTS = `select
  k.conname::text as name,
  k.contype::text as kind,
  c.relname::text as "table",
  (select array_agg(a.attname::text order by u.place) from unnest(k.conkey) with ordinality u (number, place)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number) as columns,
  f.relname::text as target,
  (select array_agg(a.attname::text order by u.place) from unnest(k.confkey) with ordinality u (number, place)
    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number) as target_columns
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_namespace n on n.oid = c.relnamespace
left join pg_class f on f.oid = k.confrelid
left join pg_namespace fn on fn.oid = f.relnamespace
where n.nspname = 'public' and k.conparentid = 0 and k.contype in ('p', 'u', 'f')
  and (k.contype <> 'f' or fn.nspname = 'public')
order by c.relname, k.conname`;

/** Types by their catalog names, by the SQL standard's, and by the aliases of PostgreSQL's grammar. */
export const TYPES = `select names.name, min(format_type(t.oid, null)) as sql
from pg_type t
join pg_namespace n on n.oid = t.typnamespace
cross join lateral (
  select t.typname::text as name
  union select format_type(t.oid, null)
  union select w.word from (values
    ('int', 'int4'), ('decimal', 'numeric'), ('dec', 'numeric'), ('float', 'float8')
  ) w (word, type) where n.nspname = 'pg_catalog' and w.type = t.typname
) names
where n.nspname in ('pg_catalog', 'public', 'extensions') and t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typisdefined
group by names.name`;
