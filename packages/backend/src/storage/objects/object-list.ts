import { z } from 'zod';
import { asCaller } from '../../database/as-caller.ts';
import { MAX_LISTED } from '../limits.ts';
import { bucketOfPath, isoDate } from './objects.ts';
import type { BackendContext } from '../../http/env.ts';
import { type StorageDeps, readStorageBody, requestOf } from '../storage-deps.ts';
import { causedBy } from '../../http/errors.ts';
import { StorageError } from '../errors.ts';

/** As on a hosted project, a larger number is the most that is listed. */
const Limit = z
  .number()
  .int()
  .min(1)
  .transform((limit) => Math.min(limit, MAX_LISTED));

const Body = z.object({
  prefix: z.string().max(1024).default(''),
  limit: Limit.default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().max(1024).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});

/** POST /object/list/:bucket: the visible objects and folders directly below a prefix. */
export async function objectList(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { prefix, limit, offset, search, sortBy } = await readStorageBody(c, Body);
  const { rows } = await asCaller(deps.database, c.var.caller, requestOf(c, true), (query) =>
    query(listSql(sortBy), [bucketOfPath(c), folderOf(prefix), search, limit, offset, search.split('/').length]),
  );
  return c.json(rows);
}

function folderOf(prefix: string): string {
  const folder = withoutTrailingSlashes(prefix.replace(/^\/+/, ''));
  return folder === '' ? '' : `${folder}/`;
}

/**
 * Folders are the key segments before a slash. They have no rows, hence no dates, and are listed before objects. A search
 * with slashes lists as many levels below, `$6` with it, whose names then have slashes too. The collation makes the order
 * of names the same on every database.
 */
function listSql({ column, order }: z.infer<typeof Body>['sortBy']): string {
  return `with below as (
      select string_to_array(substr(name, length($2::text) + 1), '/') as parts, objects.*
      from storage.objects where bucket_id = $1 and starts_with(name, $2)
    ), entries as (
      select distinct array_to_string(parts[:$6], '/') as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from below where cardinality(parts) > $6::int
      union all
      select array_to_string(parts, '/'), id, updated_at, created_at, last_accessed_at, metadata
      from below where cardinality(parts) = $6
    )
    select name, id, ${isoDate('updated_at')}, ${isoDate('created_at')}, ${isoDate('last_accessed_at')}, metadata
    from entries where starts_with(lower(name), lower($3))
    order by id is not null, ${column === 'name' ? '' : `entries.${column} ${order}, `}entries.name collate "C" ${order}
    limit $4 offset $5`;
}

/** The pattern `/\/+$/` would take quadratic time in the number of slashes. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

const Column = z.enum(['name', 'updated_at', 'created_at']).default('name');
const Order = z.enum(['asc', 'desc']).default('asc');
/** Objects have one version here, so there are no earlier ones to list. */
const Versions = z.enum(['exclude', 'include', 'only']).default('exclude');

const BodyV2 = z.object({
  prefix: z.string().max(1024).default(''),
  limit: Limit.default(MAX_LISTED),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z.object({ column: Column, order: Order }).prefault({}),
  exactMatch: z.boolean().default(false),
  noncurrentVersions: Versions,
  deleteMarkers: Versions,
});

/** The position after which the next page starts, and the order that it belongs to. */
const Cursor = z.object({
  key: z.string(),
  at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  column: Column,
  order: Order,
});
type Cursor = z.infer<typeof Cursor>;

/** POST /object/list-v2/:bucket: the visible objects whose keys have a prefix, by pages; with a delimiter also folders. */
export async function objectListV2(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const body = await readStorageBody(c, BodyV2);
  const { prefix, limit, with_delimiter, exactMatch } = body;
  const cursor = body.cursor === undefined ? null : readCursor(body.cursor);
  const { column, order } = cursor ?? body.sortBy;
  if (body.noncurrentVersions === 'only' || body.deleteMarkers === 'only') {
    return c.json({ hasNext: false, folders: [], objects: [] });
  }
  const values = [bucketOfPath(c), prefix, with_delimiter, exactMatch, cursor?.key, cursor?.at, limit + 1];
  const { rows } = await asCaller(deps.database, c.var.caller, requestOf(c, true), (query) =>
    query(listV2Sql(column, order, cursor !== null), values),
  );
  const page = rows.slice(0, limit) as Entry[];
  // As on a hosted project: with a delimiter `key` is the part of the name at the level of the prefix, without a slash.
  const level = prefix.split('/').length - 1;
  const shown = (key: string) => (with_delimiter ? (key.split('/')[level] ?? '') : key);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return c.json({
    hasNext: last !== undefined,
    folders: page.filter(({ id }) => id === null).map(({ key }) => ({ name: key, key: shown(key) })),
    objects: page.filter(({ id }) => id !== null).map(({ key, object }) => ({ name: key, key: shown(key), ...object })),
    ...(last && { nextCursor: writeCursor({ key: last.key, at: last.at, column, order }) }),
  });
}

type Entry = { key: string; id: string | null; at: string; object: Record<string, unknown> };

/**
 * Folders are the parts of keys up to the first slash after the prefix; their time is that of their oldest object.
 * `at` has microseconds, so that a page starts exactly after the one before.
 */
function listV2Sql(column: Cursor['column'], order: Cursor['order'], isLater: boolean): string {
  const time = column === 'updated_at' ? 'updated_at' : 'created_at';
  const isLess = order === 'asc' ? '>' : '<';
  const isAfter =
    column === 'name'
      ? `key collate "C" ${isLess} $5::text and $6::text is not null`
      : `(sorted_at, key collate "C") ${isLess} ($6::timestamptz, $5::text)`;
  return `with found as (
      select *, strpos(substr(name, length($2::text) + 1), '/') as slash from storage.objects
      where bucket_id = $1 and starts_with(name, $2) and (not $4::boolean or name = $2)
    ), entries as (
      select name as key, coalesce(${time}, 'epoch') as sorted_at, id, updated_at, created_at, last_accessed_at, metadata
      from found where not $3::boolean or slash = 0
      union all
      select left(name, length($2) + slash), coalesce(min(created_at), 'epoch'), null, null, null, null, null
      from found where $3 and slash > 0 group by 1
    )
    select key, id, to_char(sorted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, (
        select to_jsonb(object) from (
          select id, ${isoDate('updated_at')}, ${isoDate('created_at')}, ${isoDate('last_accessed_at')}, metadata
        ) as object
      ) as object
    from entries
    where ${isLater ? isAfter : '$5::text is null and $6::text is null'}
    order by ${column === 'name' ? '' : `sorted_at ${order}, `}key collate "C" ${order}
    limit $7`;
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch (error) {
    throw causedBy(new StorageError('InvalidRequest', 'Invalid continuation token'), error);
  }
}
