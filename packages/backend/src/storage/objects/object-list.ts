import { z } from 'zod';
import { asCaller } from '../../database/as-caller.ts';
import { MAX_LISTED } from '../limits.ts';
import { bucketOfPath, isoDate } from './objects.ts';
import type { BackendContext } from '../../http/env.ts';
import { type StorageDeps, readStorageBody, requestOf } from '../storage-deps.ts';

const Body = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).max(MAX_LISTED).default(100),
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
    query(listSql(sortBy), [bucketOfPath(c), folderOf(prefix), search, limit, offset]),
  );
  return c.json(rows);
}

function folderOf(prefix: string): string {
  const folder = withoutTrailingSlashes(prefix.replace(/^\/+/, ''));
  return folder === '' ? '' : `${folder}/`;
}

/**
 * Folders are the key segments before a slash. They have no rows, hence no dates, and are listed before objects. The
 * collation makes the order of names the same on every database.
 */
function listSql({ column, order }: z.infer<typeof Body>['sortBy']): string {
  return `with below as (
      select substr(name, length($2::text) + 1) as rest, objects.*
      from storage.objects where bucket_id = $1 and starts_with(name, $2)
    ), entries as (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from below where strpos(rest, '/') > 0
      union all
      select rest, id, updated_at, created_at, last_accessed_at, metadata
      from below where rest <> '' and strpos(rest, '/') = 0
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
