import type { Role } from '../database/as-caller.ts';
import { RestError } from './errors.ts';
import { ANONYMOUS_ANSWER_LIMITS, ANSWER_LIMITS, type AnswerLimits } from './limits.ts';
import type { Media } from './parse/headers.ts';
import { isRegularExpression } from './parse/field.ts';
import type { Clause, Condition } from './parse/syntax.ts';
import { planRequest } from './plan.ts';
import type { Plan } from './plan/steps.ts';
import { type HttpRequest, type RestRequest, parseRequest, schemaOf } from './request.ts';
import type { RestSettings } from './rest-settings.ts';
import type { SchemaCaches } from './schema-cache.ts';
import type { SchemaCache } from './schema/tables.ts';
import { type Sql, writeSql } from './sql.ts';

/** Who asks; `isInProcess` for the site itself. */
type Asking = { role: Role; isInProcess: boolean };

type PreparedRequest = { request: RestRequest; plan: Plan; sql: Sql };

/** Reads that are kept for each schema; the least recently used one is dropped first. */
const MAX_KEPT = 300;
/** Maximum length of the key of a kept read, in characters. */
const MAX_KEY_LENGTH = 2000;

/** A reloaded schema is another object, so that nothing planned with the old one is used. */
const keptFor = new WeakMap<SchemaCache, Map<string, PreparedRequest>>();

/**
 * Parses and plans a request and writes its statement, or returns the kept result for an equal read. Throws the errors
 * of the catalogue.
 */
export function prepareRequest(
  caches: SchemaCaches,
  http: HttpRequest,
  { role, isInProcess }: Asking,
  settings: RestSettings,
): PreparedRequest {
  const schema = schemaOf(http, settings);
  const cache = caches.get(schema);
  if (cache === undefined) throw new Error(`The schema ${schema} was not loaded`);
  const kept = keptReads(cache);
  const limits = role === 'anon' && !isInProcess ? ANONYMOUS_ANSWER_LIMITS : ANSWER_LIMITS;
  const key = keyOf(http, limits);
  const known = key === null ? undefined : kept.get(key);
  const request = known?.request ?? parseRequest(http, settings);
  rejectAnonymousPatterns(request, role);
  const prepared = known ?? makeReady(cache, request, settings, limits);
  if (key !== null) keep(kept, key, prepared);
  return prepared;
}

function makeReady(
  cache: SchemaCache,
  request: RestRequest,
  settings: RestSettings,
  limits: AnswerLimits,
): PreparedRequest {
  const plan = planRequest(cache, request, settings, limits);
  const isBodyWanted = !request.isHead && !(request.action === 'call' && request.preferences.return === 'minimal');
  const media: Media | null = isBodyWanted ? request.media : null;
  return { request, plan, sql: writeSql(plan, media, request.media.explain, limits.maxBytes) };
}

/** Everything that `parseRequest` reads of a request without a body; null for other requests. */
function keyOf(
  { method, relation, isFunction, search, header }: HttpRequest,
  { maxBytes }: AnswerLimits,
): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const headers = [header('accept'), header('prefer'), header('accept-profile'), header('range')];
  const key = [maxBytes, method, isFunction, relation, search, ...headers].join('\n');
  return key.length > MAX_KEY_LENGTH ? null : key;
}

function keptReads(cache: SchemaCache): Map<string, PreparedRequest> {
  const known = keptFor.get(cache);
  if (known) return known;
  const created = new Map<string, PreparedRequest>();
  keptFor.set(cache, created);
  return created;
}

function keep(kept: Map<string, PreparedRequest>, key: string, made: PreparedRequest): void {
  kept.delete(key);
  kept.set(key, made);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

/**
 * Rejects regular expressions (`match`, `imatch`) of anonymous callers: one can keep the database busy for the whole
 * statement timeout. Throws 42501. PostgREST allows them.
 */
function rejectAnonymousPatterns({ query }: RestRequest, role: Role): void {
  if (role !== 'anon') return;
  const operator = query.clauses.flatMap(conditionsOf).flatMap(findRegularExpressions)[0];
  if (operator === undefined) return;
  const hint = 'Sign in to use regular expressions, or use like or ilike.';
  throw new RestError('PermissionDenied', role, `permission denied for operator ${operator}`, null, hint);
}

const conditionsOf = (clause: Clause): Condition[] => (clause.kind === 'condition' ? [clause.condition] : []);

function findRegularExpressions(condition: Condition): string[] {
  if (condition.kind === 'group') return condition.children.flatMap(findRegularExpressions);
  const { operation } = condition;
  return isRegularExpression(operation) ? [operation.operator] : [];
}
