import type { StatementOutcome } from './execute.ts';
import type { Media } from './parse/media.ts';
import type { Plan, PlannedSelection } from './plan/steps.ts';
import type { RestRequest } from './request.ts';

/** A response before it is one of HTTP; `body` is null where there is none. */
export type Answer = { status: number; headers: Record<string, string>; body: string | null };

/** Writes the response of a request from the row of its statement (protocol.md 2.4). */
export function presentOutcome(request: RestRequest, plan: Plan, outcome: StatementOutcome): Answer {
  const headers: Record<string, string> = { 'Content-Range': writeContentRange(request, plan, outcome) };
  if (request.preferences.applied.length > 0) headers['Preference-Applied'] = request.preferences.applied.join(', ');
  if (request.namesProfile) headers['Content-Profile'] = 'public';
  if (plan.kind === 'read') headers['Content-Location'] = writeLocation(request);
  const status = chooseStatus(plan, outcome);
  const selection = plan.selection;
  if (selection === null) return { status, headers, body: null };
  headers['Content-Type'] = writeContentType(request.media);
  if (request.isHead) return { status, headers, body: null };
  const body = outcome.body ?? 'null';
  return { status, headers, body: request.media.format === 'csv' ? `${writeCsvHeader(selection)}\n${body}` : body };
}

function chooseStatus(plan: Plan, outcome: StatementOutcome): number {
  if (plan.kind === 'read') return isPartial(outcome) ? 206 : 200;
  // An upsert that only updated rows is not 201.
  if (plan.change.kind === 'insert') return outcome.inserted === 0 && (outcome.affected ?? 0) > 0 ? 200 : 201;
  return plan.selection === null ? 204 : 200;
}

function isPartial({ total, rows }: StatementOutcome): boolean {
  return total !== null && (rows ?? 0) < total;
}

function writeContentRange(request: RestRequest, plan: Plan, outcome: StatementOutcome): string {
  const isCounted = request.preferences.count !== null;
  if (plan.kind === 'read') return writeRange(plan.selection.offset, outcome.rows ?? 0, outcome.total);
  const affected = outcome.affected ?? 0;
  return writeRange(0, plan.change.kind === 'update' ? affected : 0, isCounted ? affected : null);
}

function writeRange(offset: number, rows: number, total: number | null): string {
  return `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`;
}

/** The canonical address: parameters in alphabetical order. */
function writeLocation({ relation, search }: RestRequest): string {
  const parameters = search.split('&').filter((parameter) => parameter !== '' && !parameter.startsWith('apikey='));
  return `/${encodeURIComponent(relation)}${parameters.length > 0 ? `?${parameters.toSorted().join('&')}` : ''}`;
}

function writeContentType({ format, single, stripNulls }: Media): string {
  if (format === 'csv') return 'text/csv; charset=utf-8';
  const type = single
    ? 'application/vnd.pgrst.object+json'
    : stripNulls
      ? 'application/vnd.pgrst.array+json'
      : 'application/json';
  return `${type}${stripNulls ? '; nulls=stripped' : ''}; charset=utf-8`;
}

function writeCsvHeader({ outputs }: PlannedSelection): string {
  return outputs.map(({ key }) => (/[",\r\n]/u.test(key) ? `"${key.replaceAll('"', '""')}"` : key)).join(',');
}
