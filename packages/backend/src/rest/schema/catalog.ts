/** Queries of pg_catalog; the only SQL here with names that are not from the cache. `$1` is an exposed schema. */

/**
 * `events` are the possible writes as bits (1 << CmdType: 4 update, 8 insert, 16 delete). An identity column has no
 * DEFAULT; the next value of its sequence stands in.
 */
export const COLUMNS = `select
  c.oid::text as relation,
  c.relname::text as "table",
  c.relkind in ('v', 'm') as is_view,
  a.attnum::int as number,
  a.attname::text as "column",
  format_type(a.atttypid, a.atttypmod) as type,
  t.typname::text as base_type,
  case when a.attidentity = 'd'
    then (select format('nextval(%L)', s.objid::regclass) from pg_depend s where s.classid = 'pg_class'::regclass
      and s.refclassid = 'pg_class'::regclass and s.refobjid = c.oid and s.refobjsubid = a.attnum and s.deptype = 'i')
    else pg_get_expr(d.adbin, d.adrelid)
  end as "default",
  a.attgenerated = '' and a.attidentity <> 'a' as is_writable,
  pg_relation_is_updatable(c.oid, true) as events
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
order by c.relname, a.attnum`;

/** Primary keys, unique keys and foreign keys of all schemas, since a view may show those of another schema. */
export const CONSTRAINTS = `select
  k.conname::text as name,
  k.contype::text as kind,
  k.conrelid::text as relation,
  k.conkey::int[] as numbers,
  nullif(k.confrelid, 0)::text as target,
  k.confkey::int[] as target_numbers
from pg_constraint k
join pg_namespace n on n.oid = k.connamespace
where n.nspname not in ('pg_catalog', 'information_schema')
  and k.conparentid = 0 and k.contype in ('p', 'u', 'f')
order by k.conrelid::regclass::text, k.conname`;

/** The parse trees of views, which say what table and column each of their columns is of. */
export const VIEWS = `select c.oid::text as relation, r.ev_action::text as tree
from pg_rewrite r
join pg_class c on c.oid = r.ev_class
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and n.nspname not in ('pg_catalog', 'information_schema')`;

/**
 * The functions that can be called by name. `argument_relation` is the table whose row a function with one parameter
 * takes; `result_columns` are those of a composite type.
 */
export const ROUTINES = `select
  p.proname::text as name,
  p.provolatile = 'v' as is_volatile,
  p.proretset as returns_set,
  p.prorows = 1 as returns_one_row,
  p.provariadic <> 0 as is_variadic,
  p.pronargdefaults::int as defaults,
  coalesce(p.proargnames, '{}')::text[] as names,
  coalesce(p.proargmodes::text[], '{}') as modes,
  array(select format_type(a.type, -1) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
    with ordinality a (type, place) order by a.place) as types,
  case when p.pronargs = 1 then (select nullif(t.typrelid, 0)::text from pg_type t where t.oid = p.proargtypes[0]) end
    as argument_relation,
  r.typname::text as result_type,
  format_type(p.prorettype, null) as result_sql,
  nullif(r.typrelid, 0)::text as result_relation,
  r.typname = 'record' or coalesce(b.typrelid, 0) <> 0 as returns_record,
  array(select a.attname::text from pg_attribute a
    where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped order by a.attnum) as result_columns,
  array(select format_type(a.atttypid, a.atttypmod) from pg_attribute a
    where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped order by a.attnum) as result_column_types
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type r on r.oid = p.prorettype
left join pg_type b on b.oid = r.typbasetype
where n.nspname = $1 and p.prokind = 'f' and (r.typtype <> 'p' or r.typname in ('void', 'record'))
  and not exists (select from unnest(p.proargtypes::oid[]) as a (type)
    join pg_type t on t.oid = a.type where t.typtype = 'p')
order by p.proname, p.oid`;

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
where n.nspname in ('pg_catalog', 'public', 'extensions', $1) and t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typisdefined
group by names.name`;

/**
 * A text that differs after each change of the schemas `$1`, and whether PostgreSQL notifies such changes
 * (platform/schema-changes.sql). The transaction that wrote a row of a catalog is its xmin.
 */
export const VERSION = `with namespaces as (select oid from pg_namespace where nspname = any($1)),
relations as (select oid, xmin from pg_class where relnamespace in (select oid from namespaces))
select
  exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch' and evtenabled <> 'D') as is_watched,
  (select md5(string_agg(item, ',' order by item)) from (
    select 'n' || oid as item from namespaces
    union all select 'c' || oid || ' ' || xmin::text from relations
    union all select 'a' || attrelid || ' ' || attnum || ' ' || xmin::text from pg_attribute where attrelid in (select oid from relations)
    union all select 'd' || oid || ' ' || xmin::text from pg_attrdef where adrelid in (select oid from relations)
    union all select 'v' || oid || ' ' || xmin::text from pg_rewrite where ev_class in (select oid from relations)
    union all select 'k' || oid || ' ' || xmin::text from pg_constraint where connamespace in (select oid from namespaces)
    union all select 'p' || oid || ' ' || xmin::text from pg_proc where pronamespace in (select oid from namespaces)
    union all select 't' || oid || ' ' || xmin::text from pg_type where typnamespace in (select oid from namespaces)
  ) items) as version`;
