import { asCaller, type Caller } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { planRequest } from '#backend/rest/plan.ts';
import { parseRequest } from '#backend/rest/request.ts';
import type { SchemaCache } from '#backend/rest/schema/tables.ts';
import { writeSql } from '#backend/rest/sql.ts';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** What one scan of a table read: its table or index, and the rows, those included that a filter removed. */
export type Scan = { type: string; of: string; rows: number };

/** Runs a GET of the data API as `explain analyze` with the caller's role and returns the scans of tables and indexes. */
export async function explainRead(
  database: DatabasePool,
  cache: SchemaCache,
  caller: Caller,
  path: string,
): Promise<Scan[]> {
  const [relation = '', search = ''] = path.split('?');
  const request = parseRequest({ method: 'GET', relation, search, body: '', header: () => undefined });
  const { text, values } = writeSql(planRequest(cache, request), request.media);
  return asCaller(database, caller, { readOnly: true }, async (query) => {
    await query('select 1');
    const { rows } = await query(`explain (analyze, format json) ${text}`, values);
    const { 'QUERY PLAN': plans } = rows[0] as { 'QUERY PLAN': { Plan: PlanNode }[] };
    return plans.flatMap(({ Plan: plan }) => listScans(plan));
  });
}

function listScans(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(listScans);
  const of = node['Index Name'] ?? node['Relation Name'];
  if (of === undefined) return below;
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return [{ type: node['Node Type'], of, rows: Math.round(rows) }, ...below];
}
