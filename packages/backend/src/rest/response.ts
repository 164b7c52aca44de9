import { z } from 'zod';
import { RestError } from './errors.ts';
import type { StatementOutcome } from './execute.ts';
import type { Media } from './parse/headers.ts';
import type { Plan } from './plan/steps.ts';
import type { RestRequest } from './request.ts';

/** A response before it becomes an HTTP response; `body` is null without a body. */
export type Answer = { status: number; headers: Record<string, string>; body: string | null };

/** What a function of the database may choose for a response. */
export const ChosenStatus = z.int().min(200).max(599);
export const ChosenHeaders = z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/));
/** A response with one of these statuses cannot have a body. */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Parses JSON of the database. Returns undefined for anything else than `schema` describes. */
export function parseChosen<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Reads the settings `response.status` and `response.headers`. Throws PGRST111 and PGRST112 for invalid ones. */
export function readChosen({ chosen }: StatementOutcome): { status: number | null; headers: Record<string, string> } {
  const status = chosen.status === null ? null : parseChosen(ChosenStatus, chosen.status);
  if (status === undefined) throw new RestError('ChosenStatusInvalid');
  const list = chosen.headers === null ? [] : parseChosen(z.array(ChosenHeaders), chosen.headers);
  if (list === undefined) throw new RestError('ChosenHeadersInvalid');
  const pairs = list.flatMap((one) => Object.entries(one));
  const values = Map.groupBy(pairs, ([name]) => name.toLowerCase());
  return {
    status,
    headers: Object.fromEntries([...values].map(([name, all]) => [name, all.map((pair) => pair[1]).join(', ')])),
  };
}

/** Writes the response of a request from the row of its statement (protocol.md 2.4). */
export function presentOutcome(request: RestRequest, plan: Plan, outcome: StatementOutcome): Answer {
  const answer = presentRows(request, plan, outcome);
  // As for nearly every request, and for all reads.
  if (outcome.chosen.status === null && outcome.chosen.headers === null) return answer;
  const { status, headers } = readChosen(outcome);
  const own = Object.entries(answer.headers).filter(([name]) => !Object.hasOwn(headers, name.toLowerCase()));
  return {
    status: status ?? answer.status,
    headers: { ...Object.fromEntries(own), ...headers },
    body: status !== null && WITHOUT_BODY.has(status) ? null : answer.body,
  };
}

function presentRows(request: RestRequest, plan: Plan, outcome: StatementOutcome): Answer {
  const headers: Record<string, string> = {};
  if (request.namesProfile) headers['Content-Profile'] = request.schema;
  if (request.media.explain) return presentPlan(request, headers, outcome);
  headers['Content-Range'] = writeContentRange(request, plan, outcome);
  if (request.preferences.applied.length > 0) headers['Preference-Applied'] = request.preferences.applied.join(', ');
  if (plan.kind === 'read') headers['Content-Location'] = writeLocation(request);
  const status = chooseStatus(request, plan, outcome);
  if (!isShown(request, plan)) return { status, headers, body: null };
  headers['Content-Type'] = writeContentType(request.media, plan);
  if (request.isHead) return { status, headers, body: null };
  const body = outcome.body ?? 'null';
  const isCsv = request.media.format === 'csv';
  return { status, headers, body: isCsv ? `${writeCsvHeader(plan)}\n${body}` : body };
}

function presentPlan({ media }: RestRequest, headers: Record<string, string>, { body }: StatementOutcome): Answer {
  const { format = 'text', options = [] } = media.explain ?? {};
  const type = `application/vnd.pgrst.plan+${format}`;
  const explained = writeMediaType({ ...media, explain: null }).replaceAll('; charset=utf-8', '');
  const parameters = [`for="${explained}"`, ...(options.length > 0 ? [`options=${options.join('|')}`] : [])];
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': `${[type, ...parameters].join('; ')}; charset=utf-8` },
    body,
  };
}

/** Whether the response has a body, or would have one if the method were GET. */
function isShown({ preferences }: RestRequest, plan: Plan): boolean {
  if (plan.kind !== 'call') return plan.selection !== null;
  return plan.call.routine.result.kind !== 'void' && preferences.return !== 'minimal';
}

function chooseStatus(request: RestRequest, plan: Plan, outcome: StatementOutcome): number {
  if (plan.kind === 'call' && !isShown(request, plan)) return 204;
  if (plan.kind !== 'write') return isPartial(outcome) ? 206 : 200;
  // An upsert that only updated rows is not 201.
  if (plan.change.kind === 'insert') return outcome.inserted === 0 ? 200 : 201;
  return plan.selection === null ? 204 : 200;
}

function isPartial({ total, rows }: StatementOutcome): boolean {
  return total !== null && (rows ?? 0) < total;
}

function writeContentRange(request: RestRequest, plan: Plan, outcome: StatementOutcome): string {
  const isCounted = request.preferences.count !== null;
  if (plan.kind !== 'write') return writeRange(offsetOf(plan), outcome.rows ?? 0, outcome.total);
  const affected = outcome.affected ?? 0;
  return writeRange(0, plan.change.kind === 'update' ? affected : 0, isCounted ? affected : null);
}

/** The rows that are left out before the first. */
export function offsetOf(plan: Plan): number {
  if (plan.kind === 'write') return 0;
  return plan.kind === 'call' && plan.selection === null ? plan.range.offset : (plan.selection?.offset ?? 0);
}

function writeRange(offset: number, rows: number, total: number | null): string {
  return `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`;
}

/** The canonical address: parameters in alphabetical order. */
function writeLocation({ relation, search }: RestRequest): string {
  const parameters = search.split('&').filter((parameter) => parameter !== '' && !parameter.startsWith('apikey='));
  return `/${encodeURIComponent(relation)}${parameters.length > 0 ? `?${parameters.toSorted().join('&')}` : ''}`;
}

/** A single row or value of a function has the usual type of JSON, because the request did not ask for an object. */
function writeContentType(media: Media, plan: Plan): string {
  const isSingleByItself = plan.kind === 'call' && !plan.call.routine.returnsSet && media.format === 'json';
  return writeMediaType(isSingleByItself ? { ...media, single: false } : media);
}

function writeMediaType({ format, single, stripNulls }: Media): string {
  if (format === 'csv') return 'text/csv; charset=utf-8';
  const type = single
    ? 'application/vnd.pgrst.object+json'
    : stripNulls
      ? 'application/vnd.pgrst.array+json'
      : 'application/json';
  return `${type}${stripNulls ? '; nulls=stripped' : ''}; charset=utf-8`;
}

function writeCsvHeader(plan: Plan): string {
  const keys = plan.selection?.outputs.map(({ key }) => key) ?? ['value'];
  return keys.map((key) => (/[",\r\n]/u.test(key) ? `"${key.replaceAll('"', '""')}"` : key)).join(',');
}
