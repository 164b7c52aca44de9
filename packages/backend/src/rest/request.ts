import { parseJson } from '../http/body.ts';
import { RestError } from './errors.ts';
import { type Media, type Preferences, parseAccept, parsePreferences } from './parse/headers.ts';
import { narrowByRange, parseQuery } from './parse/query.ts';
import type { Query } from './parse/syntax.ts';
import { DEFAULT_REST_SETTINGS, type RestSettings } from './rest-settings.ts';

export type HttpRequest = {
  method: string;
  /** The name of a table or view, or of a function. */
  relation: string;
  isFunction?: boolean;
  /** The query string without its question mark, as sent. */
  search: string;
  header: (name: string) => string | undefined;
  body: string;
};

export type RestRequest = {
  action: 'read' | 'insert' | 'update' | 'delete' | 'call';
  schema: string;
  relation: string;
  isHead: boolean;
  /** Whether the method is one that must not change anything. */
  isSafe: boolean;
  search: string;
  query: Query;
  preferences: Preferences;
  media: Media;
  payload: Payload | null;
  /** The body of a call by POST. */
  callPayload: CallPayload | null;
  /** Whether a profile header was sent; it is then echoed. */
  namesProfile: boolean;
};

const ACTIONS: ReadonlyMap<string, RestRequest['action']> = new Map([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'insert'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);
const CALLS = ['GET', 'HEAD', 'POST'];

/** Parses an HTTP request without looking names up. Throws the errors of the catalogue. */
export function parseRequest(http: HttpRequest, settings: RestSettings = DEFAULT_REST_SETTINGS): RestRequest {
  const action = actionOf(http);
  const isSafe = http.method === 'GET' || http.method === 'HEAD';
  const media = parseAccept(http.header('accept'), settings.explain);
  const preferences = parsePreferences(http.header('prefer'), settings.rollback);
  const parsed = parseQuery(http.search, action === 'call' && isSafe);
  const query = http.method === 'GET' ? narrowByRange(parsed, http.header('range')) : parsed;
  const writesRows = action === 'insert' || action === 'update';
  const contentType = http.header('content-type');
  return {
    action,
    schema: schemaOf(http, settings),
    relation: http.relation,
    isHead: http.method === 'HEAD',
    isSafe,
    search: http.search,
    query,
    preferences,
    media,
    payload: writesRows ? parsePayload(contentType, http.body, query.columns) : null,
    callPayload: action === 'call' && !isSafe ? parseCallBody(contentType, http.body) : null,
    namesProfile: profileOf(http) !== undefined,
  };
}

function actionOf({ method, isFunction }: HttpRequest): RestRequest['action'] {
  const action = isFunction ? CALLS.includes(method) && 'call' : ACTIONS.get(method);
  if (action) return action;
  throw isFunction ? new RestError('InvalidRpcMethod', method) : new RestError('UnsupportedMethod', method);
}

/** The schema that a request names, or the first one. Throws PGRST106 for one that is not exposed. */
export function schemaOf(http: HttpRequest, { schemas }: RestSettings): string {
  const profile = profileOf(http) ?? schemas[0];
  if (!schemas.includes(profile)) throw new RestError('UnacceptableSchema', profile, schemas);
  return profile;
}

function profileOf({ method, header }: HttpRequest): string | undefined {
  return header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile');
}

/**
 * The body of a call: `json` is the text as the client sent it, so that PostgreSQL reads numbers at full precision. `keys`
 * is null where it is no object: then it can only be the one unnamed parameter of a function.
 */
type CallPayload = { json: string; keys: readonly string[] | null };

/** Parses the body of a call; an empty one has no arguments. Throws PGRST102, and RequestError `bad_json`. */
function parseCallBody(contentType: string | undefined, body: string): CallPayload {
  requireJsonType(contentType);
  if (body.trim() === '') return { json: '{}', keys: [] };
  const value = parseJson(body);
  return { json: body, keys: isObject(value) ? Object.keys(value) : null };
}

function requireJsonType(contentType: string | undefined): void {
  const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new RestError('InvalidBody', `Content-Type not acceptable: ${type}`);
}

/**
 * The rows to write. `json` is the text of an array as the client sent it, so that PostgreSQL reads numbers at full
 * precision.
 */
export type Payload = { json: string; keys: readonly string[]; rows: number };

/**
 * Parses the body of a write. Without `columns` all rows must have the same keys. Throws PGRST102 for anything but a
 * JSON object or an array of objects, and RequestError `bad_json` for invalid JSON.
 */
export function parsePayload(
  contentType: string | undefined,
  body: string,
  columns: readonly string[] | null,
): Payload {
  requireJsonType(contentType);
  const value = parseJson(body);
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  if (!rows.every(isObject))
    throw new RestError('InvalidBody', 'Empty or invalid json', 'Expected an object or an array of objects');
  const json = Array.isArray(value) ? body : `[${body}]`;
  return { json, keys: columns ?? sharedKeys(rows), rows: rows.length };
}

function sharedKeys(rows: readonly object[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  const known = new Set(keys);
  const agrees = (row: object) => {
    const own = Object.keys(row);
    return own.length === keys.length && own.every((key) => known.has(key));
  };
  if (!rows.every(agrees)) throw new RestError('InvalidBody', 'All object keys must match');
  return keys;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
