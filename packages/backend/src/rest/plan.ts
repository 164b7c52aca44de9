import { RestError } from './errors.ts';
import { ANSWER_LIMITS, type AnswerLimits } from './limits.ts';
import { rejectAggregates, rejectExcess, rejectRepetition, rejectSpreadAggregates } from './plan/excess.ts';
import { planCall, planInsert, planUpdate } from './plan/change.ts';
import { planSelection } from './plan/selection.ts';
import type { Change, Plan, PlannedSelection, ValueRange } from './plan/steps.ts';
import type { RestRequest } from './request.ts';
import { DEFAULT_REST_SETTINGS, type RestSettings } from './rest-settings.ts';
import type { SchemaCache, Table } from './schema/tables.ts';

type Planned = Pick<RestSettings, 'aggregates'>;

/**
 * Plans a request: looks every name up in the schema cache. No I/O. Throws PGRST205, PGRST202, 55000, and the errors of
 * `plan/`.
 */
export function planRequest(
  cache: SchemaCache,
  request: RestRequest,
  settings: Planned = DEFAULT_REST_SETTINGS,
  limits: AnswerLimits = ANSWER_LIMITS,
): Plan {
  const check = (selection: PlannedSelection): PlannedSelection => checkSelection(selection, settings, limits);
  if (request.action === 'call') return planFunctionCall(cache, request, check);
  const table = cache.tables.get(request.relation);
  if (!table) throw new RestError('TableNotFound', { schema: cache.schema, name: request.relation });
  const selection = check(planSelection(cache, table, request.query.select, request.query.clauses));
  if (request.action === 'read') return { kind: 'read', selection, isCounted: request.preferences.count !== null };
  rejectReadOnly(table, request.action);
  const isReturned = request.preferences.return === 'representation';
  const change = planChange(table, request, selection);
  // PostgREST ignores ranges of a write.
  const returned = { ...selection, where: [], limit: null, offset: 0 };
  return { kind: 'write', table, change, selection: isReturned ? returned : null };
}

function checkSelection(selection: PlannedSelection, settings: Planned, limits: AnswerLimits): PlannedSelection {
  rejectExcess(selection, limits);
  rejectRepetition(selection);
  if (!settings.aggregates) rejectAggregates(selection);
  rejectSpreadAggregates(selection);
  return selection;
}

function planFunctionCall(
  cache: SchemaCache,
  request: RestRequest,
  check: (selection: PlannedSelection) => PlannedSelection,
): Plan {
  const call = planCall(cache, request);
  const { result, returnsSet } = call.routine;
  if (request.preferences.maxAffected !== null && !returnsSet) throw new RestError('MaxAffectedOfNoSet');
  const isCounted = request.preferences.count !== null;
  const { select, clauses } = request.query;
  const selection = result.kind === 'rows' ? check(planSelection(cache, result.table, select, clauses)) : null;
  const range = selection === null ? planValueRange(request) : { limit: null, offset: 0 };
  return { kind: 'call', call, selection, range, isCounted };
}

/** A value has no columns to filter or order by. Throws 42703. */
function planValueRange({ relation, query }: RestRequest): ValueRange {
  const range: ValueRange = { limit: null, offset: 0 };
  for (const clause of query.clauses) {
    if (clause.path[0] !== undefined) throw new RestError('NotEmbedded', clause.path[0]);
    if (clause.kind === 'limit' || clause.kind === 'offset') range[clause.kind] = clause.value;
    else throw new RestError('UndefinedColumn', relation, firstName(clause));
  }
  return range;
}

function firstName(clause: Exclude<RestRequest['query']['clauses'][number], { kind: 'limit' | 'offset' }>): string {
  if (clause.kind === 'order') return clause.items[0]?.field.name ?? '';
  return clause.condition.kind === 'filter' ? clause.condition.field.name : clause.condition.joinedBy;
}

const METHODS = { insert: 'POST', update: 'PATCH', delete: 'DELETE' } as const;
const VERBS = { insert: 'insert into', update: 'update', delete: 'delete from' } as const;

/** Throws 55000 (405) for a write to a view that is not updatable, with any body. */
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
