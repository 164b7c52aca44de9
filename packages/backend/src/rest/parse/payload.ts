import { parseJson } from '../../http/body.ts';
import { RestError } from '../errors.ts';

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
  const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new RestError('InvalidBody', `Content-Type not acceptable: ${type}`);
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
