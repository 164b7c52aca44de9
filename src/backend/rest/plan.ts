import { unknownTable } from './errors.ts';
import { planInsert, planUpdate } from './plan/change.ts';
import { refuseRepetition } from './plan/repetition.ts';
import { planSelection } from './plan/selection.ts';
import type { Change, Plan, Selection } from './plan/steps.ts';
import type { RestRequest } from './request.ts';
import type { SchemaCache, Table } from './schema/tables.ts';

/** The request → what to do, with every name looked up in the cache. Throws PGRST205 and what its parts throw; no I/O. */
export function planRequest(cache: SchemaCache, request: RestRequest): Plan {
  const table = cache.tables.get(request.relation);
  if (!table) throw unknownTable(request.relation);
  const selection = planSelection(cache, table, request.query.select, request.query.clauses);
  refuseRepetition(selection);
  if (request.action === 'read') return { kind: 'read', selection, isCounted: request.preferences.count !== null };
  const isReturned = request.preferences.return === 'representation';
  const change = planChange(table, request, selection);
  return { kind: 'write', table, change, selection: isReturned ? { ...selection, where: [] } : null };
}

/** Conditions choose which rows change; what an insert returns is not filtered by them (as PostgREST). */
function planChange(table: Table, request: RestRequest, { where }: Selection): Change {
  const { payload, preferences, query } = request;
  if (request.action === 'delete' || payload === null) return { kind: 'delete', where };
  if (request.action === 'update') return { ...planUpdate(table, payload), where };
  return planInsert(table, payload, preferences, query.onConflict);
}
