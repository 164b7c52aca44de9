import { z } from 'zod';
import { asCaller } from '../database/as-caller.ts';
import { BUCKET_COLUMNS } from './buckets.ts';
import { StorageError } from './errors.ts';
import { MAX_LISTED } from './limits.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, requestOf } from './storage-deps.ts';

const Params = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(MAX_LISTED),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(100).default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

/** GET /bucket: the buckets that the policies let the caller see. */
export function bucketList(deps: StorageDeps): Endpoint {
  return async (c) => {
    const { data, error } = Params.safeParse(c.req.query());
    if (!data) throw new StorageError('InvalidRequest', `querystring/${error.issues[0]?.path.join('.')}: invalid`);
    const { rows } = await asCaller(deps.database, c.var.caller, requestOf(c, true), (query) =>
      query(
        `select ${BUCKET_COLUMNS} from storage.buckets where strpos(lower(name), lower($1)) > 0
         order by buckets.${data.sortColumn} ${data.sortOrder}, buckets.id limit $2 offset $3`,
        [data.search, data.limit, data.offset],
      ),
    );
    return c.json(rows);
  };
}
