import { RestError } from './errors.ts';
import { planInsert, planUpdate } from './plan/change.ts';
import { rejectExcess } from './plan/excess.ts';
import { rejectRepetition } from './plan/repetition.ts';
import { planSelection } from './plan/selection.ts';
import type { Change, Plan, PlannedSelection } from './plan/steps.ts';
import type { RestRequest } from './request.ts';
import type { SchemaCache, Table } from './schema/tables.ts';

/**
 * Plans a request: looks every name up in the schema cache. No I/O. Throws PGRST205, 55000, and the errors of `plan/`.
 */
export function planRequest(cache: SchemaCache, request: RestRequest): Plan {
  const table = cache.tables.get(request.relation);
  if (!table) throw new RestError('TableNotFound', request.relation);
  const selection = planSelection(cache, table, request.query.select, request.query.clauses);
  rejectExcess(selection);
  rejectRepetition(selection);
  if (request.action === 'read') return { kind: 'read', selection, isCounted: request.preferences.count !== null };
  rejectReadOnly(table, request.action);
  const isReturned = request.preferences.return === 'representation';
  const change = planChange(table, request, selection);
  return { kind: 'write', table, change, selection: isReturned ? { ...selection, where: [] } : null };
}

const METHODS = { insert: 'POST', update: 'PATCH', delete: 'DELETE' } as const;
const VERBS = { insert: 'insert into', update: 'update', delete: 'delete from' } as const;

/** Throws 55000 (405) for a write to a view that is not updatable, whatever the body. */
function rejectReadOnly({ name, writes }: Table, action: keyof typeof METHODS): void {
  if (writes.has(action)) return;
  const methods = [...writes].map((write) => METHODS[write]);
  throw new RestError('ViewNotUpdatable', name, VERBS[action], ['GET', 'HEAD', ...methods, 'OPTIONS']);
}

/** Filters select the rows that change; they do not apply to the rows that an insert returns (as in PostgREST). */
function planChange(table: Table, request: RestRequest, { where }: PlannedSelection): Change {
  const { payload, preferences, query } = request;
  if (request.action === 'delete' || payload === null) return { kind: 'delete', where };
  if (request.action === 'update') return { ...planUpdate(table, payload), where };
  return planInsert(table, payload, preferences, query.onConflict);
}
